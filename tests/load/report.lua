-- What wrk found, in one line; with any error its run fails.
function done(summary, latency, requests)
  local errors = 0
  for _, count in pairs(summary.errors) do errors = errors + count end
  local seconds = summary.duration / 1e6
  io.stderr:write(string.format("%10.0f %8.1f %8.1f %8.1f %7d  %s\n", summary.requests / seconds,
    summary.bytes / 2 ^ 20 / seconds, latency:percentile(50) / 1e3, latency:percentile(99) / 1e3, errors, wrk.path))
  if errors > 0 then os.exit(1) end
end
