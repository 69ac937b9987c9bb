import { whenNpmEnds } from './npm-end.js'
import { prepare } from './prepare.js'
import { main } from './run.js'

/**
 * Runs the product from source: Vite hot-replaces web changes, and the server restarts after its own. Ends by a signal, or when npm ends.
 */
await main(async () => {
  let stop = () => process.exit(1)
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => stop())
  whenNpmEnds(() => stop())
  // Read by Vite and React when they are imported.
  process.env.NODE_ENV = 'development'
  await prepare('dev')

  // Needs the packages that were just installed.
  const { startDev } = await import('./dev-server.js')
  const stopDev = await startDev(process.env)
  stop = async () => {
    stop = () => {}
    await stopDev()
    process.exit(0)
  }
})
