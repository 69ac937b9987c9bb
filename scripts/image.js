import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { apt, canUseApt } from './apt.js'
import { bundle, commitHere, RELEASE } from './bundle.js'
import { checkImage } from './image-check.js'
import { makeImageRoot } from './image-root.js'
import { writePlainImage } from './plain-image.js'
import { cache, root } from './root.js'
import { main, Refusal, report, run, say } from './run.js'

const TOOLS = ['buildah', 'podman', 'runc']
const MOST_BYTES = 200e6
const CONTEXT = join(cache, 'image/context')
/** Apart from whatever else this machine keeps. */
const STORAGE = ['--root', join(cache, 'image/storage'), '--runroot', join(cache, 'image/run')]

/** Builds the image of a release and writes it to `dist`, as an archive that Docker and podman load. */
export async function buildImage() {
  await bundle()
  const contents = await makeContext()
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const archive = join(root, `dist/gitferry-${version}-image.tar`)
  const tag = `localhost/gitferry:${version}`
  const id = await build({ archive, tag })
  if (statSync(archive).size > MOST_BYTES) throw new Refusal(`${archive} is larger than 200 MB.`)

  return { tag, id, archive, contents }
}

/** What is missing to build images, or null. */
export async function missingTools() {
  if (process.platform !== 'linux' || process.arch !== 'x64') return 'Linux on x64'
  if (process.getuid() !== 0) return 'to be root'
  const missing = () => TOOLS.filter((tool) => !isThere(tool))
  if (missing().length > 0 && canUseApt()) {
    report(`Installing ${missing().join(', ')} …`)
    for (const tool of missing()) await apt(tool).catch(() => {})
  }

  return missing().length > 0 ? missing().join(', ') : null
}

function isThere(tool) {
  try {
    execFileSync(tool, ['--version'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

async function makeContext() {
  rmSync(CONTEXT, { recursive: true, force: true })
  mkdirSync(CONTEXT, { recursive: true })
  const contents = await makeImageRoot(join(CONTEXT, 'rootfs'))
  mkdirSync(join(CONTEXT, 'owned'))
  mkdirSync(join(CONTEXT, 'owned/data'), { mode: 0o700 })
  cpSync(RELEASE, join(CONTEXT, 'release'), { recursive: true, preserveTimestamps: true })

  return contents
}

/** Builds from the context. The layers' times are those of the commit. */
async function build({ archive, tag }) {
  report('Building the image …')
  const time = String(commitHere().builtAt.getTime() / 1000)
  await run('buildah', [
    ...STORAGE,
    'build',
    // HEALTHCHECK exists in this format only.
    ...['--format', 'docker', '--isolation', 'chroot', '--no-cache', '--timestamp', time],
    ...['--tag', tag, '--file', join(root, 'docs/deploy/Containerfile'), CONTEXT],
  ])
  rmSync(archive, { force: true })
  await run('buildah', [...STORAGE, 'push', tag, `docker-archive:${archive}:${tag}`])

  return writePlainImage(archive, { tag })
}

async function refuseUnlessReproducible({ tag, id, archive }) {
  const other = `${archive}.again`
  try {
    await makeContext()
    const again = await build({ archive: other, tag })
    if (again !== id || !readFileSync(archive).equals(readFileSync(other))) {
      throw new Refusal(`Two builds differ: ${id} and ${again}.`)
    }
  } finally {
    rmSync(other, { force: true })
  }
  say(`Built twice, with the same bytes: ${id}`)
}

if (import.meta.filename === process.argv[1]) {
  await main(async () => {
    const flags = process.argv.slice(2)
    if (flags.some((flag) => flag !== '--check')) throw new Refusal('npm run image [-- --check]')
    const missing = await missingTools()
    if (missing !== null) {
      const text = `NO IMAGE WAS BUILT: that needs ${missing}.`
      if (process.env.CI) throw new Refusal(text)
      return report(`\n${text}\n`)
    }

    const image = await buildImage()
    say(`${image.archive}  ${(statSync(image.archive).size / 1e6).toFixed(1)} MB`)
    say(`Node ${image.contents.node}`)
    if (flags.includes('--check')) {
      await refuseUnlessReproducible(image)
      await run('podman', [...STORAGE, 'load', '--input', image.archive])
      await checkImage({ name: image.id, storage: STORAGE })
    }
  })
}
