import { watch } from 'node:fs'
import { join } from 'node:path'
import { buildStale } from './build.js'
import { launch } from './launch.js'
import { root } from './root.js'
import { main, say } from './run.js'

const WATCHED = [
  'contract/src',
  'database',
  'server/src',
  'standins/src',
  'ui/src',
  'web/src',
  'web/public',
]
const SETTLE_MS = 120

/** The product as `npm start` runs it, built and started anew when a file changes; open pages reload themselves. */
await main(async () => {
  const env = { ...process.env, LIVE_RELOAD: 'true' }
  const start = async () => {
    const started = await launch({ env })
    started.output.pipe(process.stdout, { end: false })
    return started
  }
  let product = await start()
  let isChanging = false
  let timer

  const renew = async () => {
    if (isChanging) return settle()
    isChanging = true
    try {
      await buildStale()
      product.stop()
      await product.ended
      product = await start()
    } catch (error) {
      // A typing error is no reason to stop: the product as it was goes on.
      say(String(error.message ?? error))
    }
    isChanging = false
  }
  const settle = () => {
    clearTimeout(timer)
    timer = setTimeout(renew, SETTLE_MS)
  }

  for (const path of WATCHED) watch(join(root, path), { recursive: true }, settle)
  for (const signal of ['SIGINT', 'SIGTERM']) {
    process.on(signal, async () => {
      product.stop(signal)
      process.exit(await product.ended)
    })
  }
})
