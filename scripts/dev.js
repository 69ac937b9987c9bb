import { whenNpmEnds } from './npm-end.js'
import { prepare } from './preparation.js'
import { main } from './run.js'

/**
 * The product from source: Vite replaces what changes of the web in open pages, the server restarts after each
 * change of its own. Ends by a signal, or when npm ends.
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
