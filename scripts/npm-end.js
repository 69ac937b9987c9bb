const POLL_MS = 300

/**
 * npm forwards SIGTERM and SIGINT, but dies of SIGHUP and SIGKILL without notice; then our parent process changes.
 * Only npm counts, not its own parent: a product that was started detached outlives its terminal.
 */
export function whenNpmEnds(script, callback) {
  if (process.env.npm_lifecycle_event !== script) return

  // npm itself: the script in package.json begins with exec, which replaces the shell in between.
  const npm = process.ppid
  const timer = setInterval(() => {
    if (process.ppid === npm) return
    clearInterval(timer)
    callback()
  }, POLL_MS)
  timer.unref()
}
