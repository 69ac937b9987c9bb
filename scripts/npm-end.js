const POLL_MS = 300

/**
 * npm forwards SIGTERM and SIGINT, but dies of SIGHUP and SIGKILL without notice; then our parent process changes.
 * Only npm counts, not its own parent: a product that was started detached outlives its terminal.
 */
export function whenNpmEnds(script, callback) {
  if (process.env.npm_lifecycle_event !== script) return

  // From the shell that npm started, and that exec replaced by us: our own parent may be another one by now, if npm
  // ended while this file was being loaded.
  const npm = Number(process.env.NPM_PID)
  delete process.env.NPM_PID
  const timer = setInterval(() => {
    if (process.ppid === npm) return
    clearInterval(timer)
    callback()
  }, POLL_MS)
  timer.unref()
}
