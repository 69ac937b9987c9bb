import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { digestOf, readStamp } from './digest.js'
import { cache, root } from './root.js'
import { run, say, tool } from './run.js'

const parts = {
  web: { inputs: ['web', 'ui', 'contract/src'], build: buildWeb },
  platform: {
    inputs: ['platform/src', 'platform/vite.config.ts', 'contract/src'],
    build: () => vite('platform'),
  },
  server: {
    inputs: ['server/src', 'server/vite.config.ts', 'platform/src', 'contract/src'],
    build: () => vite('server'),
  },
  standins: { inputs: ['standins/src', 'standins/vite.config.ts'], build: () => vite('standins') },
  database: {
    inputs: ['database', 'platform/sql', 'platform/src/db'],
    build: makeImage,
    after: 'server',
  },
}

/** Builds what is stale and says which parts those were. */
export async function buildStale() {
  const stale = Object.entries(parts)
    .map(([name, part]) => ({
      name,
      ...part,
      digest: digestOf([...part.inputs, 'package-lock.json']),
    }))
    .filter(({ name, digest }) => readStamp(stampOf(name)) !== digest)
  if (stale.length === 0) return []

  say(`Building ${stale.map(({ name }) => name).join(', ')} …`)
  for (const first of [true, false]) {
    await Promise.all(
      stale
        .filter(({ after }) => (after === undefined) === first)
        .map(async ({ name, build, digest }) => {
          await build()
          writeFileSync(stampOf(name), digest)
        }),
    )
  }
  return stale.map(({ name }) => name)
}

const stampOf = (name) => join(cache, `${name}.built`)

const vite = (part, args = []) =>
  tool('vite/bin/vite.js', ['build', '--logLevel', 'warn', ...args], {
    cwd: join(root, part),
    env: { NODE_ENV: 'production' },
  })

async function buildWeb() {
  await vite('web', ['--app'])
  compressFiles(join(root, 'web/dist/client'))
}

/** Twins for the server to send as they are, at a quality no request could wait for. */
function compressFiles(folder) {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !/\.(js|css|svg|json|txt|xml|webmanifest)$/.test(entry.name)) continue

    const file = join(entry.parentPath, entry.name)
    const bytes = readFileSync(file)
    writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }))
    writeFileSync(
      `${file}.br`,
      brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }),
    )
  }
}

async function makeImage() {
  for (const name of readdirSync(cache)) {
    if (/^database-.+\.tar\.gz$/.test(name)) rmSync(join(cache, name))
  }
  await run(process.execPath, [join(root, 'server/dist/make-image.js')])
}
