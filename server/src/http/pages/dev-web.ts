import { join } from 'node:path'
import { loadAssets, type Renderer, type WebBuild } from './web-build.ts'

/**
 * Development only: the program behind `npm run dev` renders pages, because it has the newest source of the web app. It also serves scripts
 * and styles, so only the public files remain.
 */
export async function openDevWeb(rendererUrl: string, folder: string): Promise<WebBuild> {
  const ask = async <Answer>(what: keyof Renderer, input: unknown = null): Promise<Answer> => {
    const body = JSON.stringify(input)
    const answer = await fetch(`${rendererUrl}/${what}`, { method: 'POST', body })
    if (!answer.ok) throw new Error(`page rendering failed: ${await answer.text()}`)

    return (await answer.json()) as Answer
  }

  const renderer: Renderer = {
    cspScriptHashes: await ask('cspScriptHashes'),
    // Pages are rendered on demand, and the other program decides which URLs exist.
    prerenderedPaths: [],
    shownAddress: (path, query) => (query.size > 0 ? `${path}?${query}` : path),
    filesOf: (config) => ask('filesOf', config),
    render: (page) => ask('render', page),
  }

  return { renderer, assets: loadAssets(join(folder, 'public')) }
}
