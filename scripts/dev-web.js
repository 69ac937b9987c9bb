import { join } from 'node:path'
import { json } from 'node:stream/consumers'
import { createServer } from 'vite'
import { root } from './root.js'
import { say } from './run.js'

/** The URL from which the product requests pages. */
export const RENDERER_PATH = '/@renderer'

/** URLs that Vite gives to sources and packages; the product uses none of these prefixes. */
const VITE_PATHS = /^\/(?:@vite\/|@react-refresh|@id\/|@fs\/|src\/|node_modules\/)/

/**
 * Vite for the browser, its hot replacement through `listener`, and the pages, rendered from the same sources.
 * `onPolicyChange` is called when the inline script, whose hash the product's content policy names, has changed.
 */
export async function startWeb(listener, { onPolicyChange }) {
  const folder = join(root, 'web')
  const vite = await createServer({
    root: folder,
    configFile: join(folder, 'vite.dev.config.ts'),
    logLevel: 'warn',
    server: { ws: { server: listener } },
  })
  const loadRenderer = () => vite.environments.ssr.runner.import('/src/app/render.tsx')
  let hashes = ''

  const answers = {
    cspScriptHashes: ({ cspScriptHashes }) => {
      hashes = String(cspScriptHashes)
      return cspScriptHashes
    },
    filesOf: (renderer, config) => renderer.filesOf(config),
    render: (renderer, page) => {
      const { pathname, searchParams } = new URL(page.address, page.config.siteUrl)
      const address = renderer.shownAddress(pathname, searchParams)
      return renderer.render({ ...page, address })
    },
  }

  async function answerProduct(request, answer) {
    try {
      const input = await json(request)
      const what = request.url.slice(RENDERER_PATH.length + 1)
      const result = await answers[what](await loadRenderer(), input)
      answer.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(result))
    } catch (error) {
      vite.ssrFixStacktrace(error)
      answer.writeHead(500, { 'content-type': 'text/plain; charset=utf-8' }).end(error.stack)
    }
  }

  vite.watcher.on('change', async () => {
    if (!hashes) return
    try {
      const { cspScriptHashes } = await loadRenderer()
      if (String(cspScriptHashes) !== hashes) onPolicyChange()
    } catch (error) {
      // The next requested page shows the complete error.
      say(`The pages could not be rendered: ${error.message}`)
    }
  })

  return {
    isOwn: (path) => VITE_PATHS.test(path) || path.startsWith(`${RENDERER_PATH}/`),
    answer(request, answer) {
      if (request.url.startsWith(RENDERER_PATH)) return answerProduct(request, answer)
      vite.middlewares(request, answer, () => answer.writeHead(404).end())
    },
    close: () => vite.close(),
  }
}
