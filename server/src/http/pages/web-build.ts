import { readdirSync, readFileSync } from 'node:fs'
import { extname, join, relative, sep } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Language } from '@app/contract/languages'
import type { PublicConfig } from '@app/contract/public-config'
import type { PublicContent } from '@app/contract/public-content'
import { StartError } from '@app/platform/errors/start-error.ts'
import { type Encoded, encode } from './encodings.ts'

/** The exports of the web's server bundle. */
export type Renderer = {
  prerenderedPaths: string[]
  cspScriptHashes: string[]
  /** One URL for all that look alike, used as the cache key. The number of different results is fixed. */
  shownAddress(path: string, query: URLSearchParams): string
  /** Files that contain the site's URL, such as robots.txt. */
  filesOf(config: PublicConfig): Promise<{ path: string; type: string; text: string }[]>
  render(page: {
    address: string
    language: Language
    config: PublicConfig
    content: PublicContent
  }): Promise<{ status: 200 | 404; html: string }>
}

export type WebBuild = { renderer: Renderer; assets: Map<string, Encoded> }

/** The built web app: its renderer, and its files in memory, compressed. */
export async function loadWebBuild(folder: string): Promise<WebBuild> {
  try {
    const renderer = (await import(
      /* @vite-ignore */ pathToFileURL(join(folder, 'server', 'render.js')).href
    )) as Renderer

    return { renderer, assets: loadAssets(join(folder, 'client')) }
  } catch (error) {
    throw new StartError('The web app is not built: run `npm start`, which builds it.', {
      cause: error,
    })
  }
}

const TYPES: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.vtt': 'text/vtt; charset=utf-8',
  '.webm': 'video/webm',
  '.webmanifest': 'application/manifest+json',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
  '.xml': 'text/xml; charset=utf-8',
}

export function loadAssets(folder: string): Map<string, Encoded> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.(br|gz)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))

  return new Map(
    files.map((file) => [`/${relative(folder, file).split(sep).join('/')}`, loadAsset(file)]),
  )
}

/** The build writes compressed copies beside its files; missing ones are compressed lightly here. */
function loadAsset(file: string): Encoded {
  const bytes = readFileSync(file)
  const type = TYPES[extname(file)] ?? 'application/octet-stream'
  const twins = { br: readIfThere(`${file}.br`), gzip: readIfThere(`${file}.gz`) }
  if (twins.br && twins.gzip) return { ...encode(bytes, 'twins', 0), type, ...twins }

  return encode(bytes, type, 4)
}

function readIfThere(file: string): Uint8Array | null {
  try {
    return readFileSync(file)
  } catch {
    return null
  }
}
