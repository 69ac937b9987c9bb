const POLL_MS = 300

/**
 * npm forwards SIGTERM and SIGINT, but dies of SIGHUP and SIGKILL without notice; then our parent process changes.
 * Only npm counts, not its own parent: a product that was started detached outlives its terminal.
 */
export function whenNpmEnds(callback) {
  // Set by our scripts in package.json, whose shell exec replaces by us. Our parent may already have changed if npm
  // ended while this file was loading.
  const npm = Number(process.env.NPM_PID)
  if (!npm) return

  // Processes that we start have another parent.
  delete process.env.NPM_PID
  const timer = setInterval(() => {
    if (process.ppid === npm) return
    clearInterval(timer)
    callback()
  }, POLL_MS)
  timer.unref()
}
