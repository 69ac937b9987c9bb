import { readdirSync, rmSync, writeFileSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { digestOf, readStamp } from './digest.js'
import { cache, root } from './root.js'
import { report, run, tool } from './run.js'

const WEB_SOURCES = [
  'web',
  'backend-client/src',
  'sync-panels/src',
  'sync/src',
  'ui',
  'contract/src',
  'CHANGELOG.md',
]

export const parts = {
  web: { inputs: WEB_SOURCES, build: () => vite('web', ['--app']) },
  compression: { inputs: WEB_SOURCES, after: 'web', build: compressFiles },
  platform: {
    inputs: ['platform/src', 'platform/vite.config.ts', 'platform/node-build.js', 'contract/src'],
    build: () => vite('platform'),
  },
  server: {
    inputs: [
      'server/src',
      'server/vite.config.ts',
      'platform/src',
      'platform/node-build.js',
      'sync/src',
      'contract/src',
    ],
    build: () => vite('server'),
  },
  standins: { inputs: ['standins/src', 'standins/vite.config.ts'], build: () => vite('standins') },
  database: {
    inputs: ['database/migrations', 'platform/sql', 'platform/src/db'],
    after: 'server',
    build: makeImage,
  },
}

/**
 * Builds the stale parts, each as soon as its dependencies are built. Well-compressed files also serve a command that needs less.
 */
export async function buildStale(names, { compression }) {
  const stale = names.map((name) => ({ name, ...parts[name], ...stampsOf(name) })).filter(isStale)
  if (stale.length === 0) return

  report(`Building ${stale.map(({ name }) => name).join(', ')} …`)
  // A failed build leaves no stamp of an earlier one.
  for (const { name } of stale) rmSync(stampFile(name), { force: true })
  const built = {}
  for (const { name, after, build, wanted } of stale) {
    built[name] = Promise.resolve(built[after]).then(async () => {
      await build(compression)
      writeFileSync(stampFile(name), wanted)
    })
  }
  await Promise.all(Object.values(built))

  function stampsOf(name) {
    const digest = digestOf([...parts[name].inputs, 'package-lock.json'])
    if (name !== 'compression') return { wanted: digest, good: [digest] }
    const wanted = `${digest} ${compression}`
    return { wanted, good: [wanted, `${digest} ${COMPRESSION.best}`] }
  }
}

const isStale = ({ name, good }) => !good.includes(readStamp(stampFile(name)))

const stampFile = (name) => join(cache, `${name}.built`)

const vite = (part, args = []) =>
  tool('vite/bin/vite.js', ['build', '--logLevel', 'warn', ...args], {
    cwd: join(root, part),
    env: { NODE_ENV: 'production' },
  })

/** Brotli qualities: the best takes forty times as long and saves a twelfth. */
export const COMPRESSION = { quick: 5, best: 11 }

/** Compressed copies beside the web files, which the server sends unchanged. */
async function compressFiles(quality) {
  const files = readdirSync(join(root, 'web/dist/client'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && COMPRESSIBLE.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))

  await Promise.all(
    files.map(async (file) => {
      const bytes = await readFile(file)
      const params = { [constants.BROTLI_PARAM_QUALITY]: quality }
      await writeFile(`${file}.gz`, await promisify(gzip)(bytes, { level: 9 }))
      await writeFile(`${file}.br`, await promisify(brotliCompress)(bytes, { params }))
    }),
  )
}

const COMPRESSIBLE = /\.(js|css|svg|json|txt|xml|webmanifest)$/

async function makeImage() {
  for (const name of readdirSync(cache)) {
    if (/^database-.+\.tar\.gz$/.test(name)) rmSync(join(cache, name))
  }
  await run(process.execPath, [join(root, 'server/dist/make-image.js')])
}
