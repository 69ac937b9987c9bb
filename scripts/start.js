import { launch } from './launch.js'
import { whenNpmEnds } from './npm-end.js'
import { prepare } from './prepare.js'
import { main } from './run.js'

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
