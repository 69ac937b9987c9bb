import { launch } from './launch.js'
import { prepare } from './preparation.js'
import { main } from './run.js'

/** The product: its stand-ins where nothing real is configured, and the server. Prepares by itself: one process less to wait for. */
await main(async () => {
  await prepare('start')
  const product = await launch({ env: process.env })
  product.output.pipe(process.stdout)

  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => product.stop(signal))
  process.exit(await product.ended)
})
