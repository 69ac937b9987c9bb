import { whenNpmEnds } from './end-with-npm.js'
import { launch } from './launch.js'
import { prepare } from './preparation.js'
import { main } from './run.js'

/**
 * The product: its stand-ins where nothing real is configured, and the server. Prepares by itself: one process less to wait for.
 * It ends by a signal, or when npm does.
 */
await main(async () => {
  let stop = () => process.exit(1)
  process.on('SIGINT', () => stop('SIGINT'))
  for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => stop('SIGTERM'))
  whenNpmEnds(() => stop('SIGTERM'))
  await prepare('start')

  let isUnwanted = false
  stop = () => {
    isUnwanted = true
  }
  const product = await launch({ env: process.env })
  product.output.pipe(process.stdout)
  stop = product.stop
  if (isUnwanted) stop()

  process.exit(await product.ended)
})
