import { launch } from './launch.js'
import { main } from './run.js'

/** The product: its stand-ins where nothing real is configured, then the server. */
await main(async () => {
  const product = await launch({ env: process.env })
  product.output.pipe(process.stdout)

  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => product.stop(signal))
  process.exit(await product.ended)
})
