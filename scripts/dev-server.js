import { once } from 'node:events'
import { watch } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { bundleOnChange } from './dev-bundle.js'
import { readyAddress, supervise } from './dev-process.js'
import { forward, forwardUpgrade } from './dev-proxy.js'
import { RENDERER_PATH, startWeb } from './dev-web.js'
import { chooseStandins, startServer, startStandins } from './launch.js'
import { root } from './root.js'
import { Refusal, say } from './run.js'

/** Equal to the product's own limit. */
const HEADERS_LIMIT_BYTES = 256 * 1024
/** An editor may write several files in one save. */
const SETTLE_MS = 50

/**
 * One origin: Vite serves the web sources, the product everything else. The product listens on an internal port that changes with each
 * restart. Returns a function that stops everything.
 */
export async function startDev(environment) {
  const host = environment.HOST || '127.0.0.1'
  const port = environment.PORT || '3000'
  const listener = createServer({ maxHeaderSize: HEADERS_LIMIT_BYTES })
  const isAny = host === '0.0.0.0' || host === '::'
  const url = `http://${isAny || host === '127.0.0.1' ? 'localhost' : host}:${port}`
  const env = {
    ...environment,
    SITE_URL: environment.SITE_URL || url,
    DEV_RENDERER_URL: `http://${isAny ? '127.0.0.1' : host}:${port}${RENDERER_PATH}`,
  }
  const chosen = chooseStandins(env)

  const standins = supervise('stand-ins', (folder) => {
    const { child, listening } = startStandins({ env, chosen, folder })
    return { child, ready: listening }
  })
  const product = supervise('server', (folder) => {
    const inner = { ...env, HOST: '127.0.0.1', PORT: '0' }
    const child = startServer({ env: inner, chosen, folder })
    return { child, ready: readyAddress(child.stdout) }
  })
  const web = await startWeb(listener, { onPolicyChange: product.restart })
  listener.on('request', async (request, answer) => {
    if (web.isOwn(request.url)) return web.answer(request, answer)
    forward(await product.ready(), request, answer)
  })
  listener.on('upgrade', async (request, socket, head) => {
    // Others are Vite's.
    if (!request.url.startsWith('/realtime/')) return
    forwardUpgrade(await product.ready(), request, socket, head)
  })
  await listen(listener, host, port)

  const bundles = [
    bundleOnChange('server', product.restart),
    ...(chosen.length > 0 ? [bundleOnChange('standins', standins.restart)] : []),
  ]
  const watchers = ['database', 'platform/sql'].map((folder) =>
    watch(join(root, folder), { recursive: true }, settled(product.restart)),
  )
  void announce()

  async function announce() {
    if (chosen.length > 0) await standins.ready()
    if (await product.ready()) say(`ready ${url}`)
  }

  return async () => {
    for (const watcher of watchers) watcher.close()
    listener.close()
    listener.closeAllConnections()
    await Promise.all([product.stop(), standins.stop(), web.close()])
    for (const bundle of bundles) await (await bundle).close()
  }
}

async function listen(server, host, port) {
  try {
    server.listen(Number(port), host)
    await once(server, 'listening')
  } catch (error) {
    throw new Refusal(`Port ${port} on ${host} cannot be used: ${error.message}. Set PORT.`)
  }
}

/** Calls back once a burst of events is over. */
function settled(callback) {
  let timer
  return () => {
    clearTimeout(timer)
    timer = setTimeout(callback, SETTLE_MS)
  }
}
