import { launch } from './launch.js'
import { prepare } from './preparation.js'
import { main } from './run.js'

const POLL_MS = 300

/**
 * Starts the product: the server, and stand-ins for services that are not configured. It prepares itself, which
 * saves a process. It ends by a signal, or when npm ends.
 */
await main(async () => {
  let stop = () => process.exit(1)
  process.on('SIGINT', () => stop('SIGINT'))
  for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => stop('SIGTERM'))
  whenNpmEnds(() => stop('SIGTERM'))
  await prepare('start')

  let isStopped = false
  stop = () => {
    isStopped = true
  }
  const product = await launch({ env: process.env })
  product.output.pipe(process.stdout)
  stop = product.stop
  if (isStopped) stop()

  process.exit(await product.ended)
})

/**
 * npm forwards SIGTERM and SIGINT, but dies of SIGHUP and SIGKILL without notice; then our parent process changes.
 * Only npm counts, not its own parent: a product that was started detached outlives its terminal.
 */
function whenNpmEnds(callback) {
  if (process.env.npm_lifecycle_event !== 'start') return

  // npm itself: the script in package.json begins with exec, which replaces the shell in between.
  const npm = process.ppid
  const timer = setInterval(() => {
    if (process.ppid === npm) return
    clearInterval(timer)
    callback()
  }, POLL_MS)
  timer.unref()
}
