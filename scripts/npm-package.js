import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { bundle } from './bundle.js'
import { freePorts } from './free-ports.js'
import { root } from './root.js'
import { main, npm, Refusal, report, say } from './run.js'
import { readyAddress } from './test-product.js'

const MOST_BYTES = 60e6
const START_LIMIT_MS = 30_000
const INSTALL_SCRIPTS = ['preinstall', 'install', 'postinstall', 'prepare']

/** Packs a release for npm, which fetches the three packages for the machine that installs it. */
export async function packForNpm(release, folder) {
  const printed = await npm(['pack', release, '--pack-destination', folder, '--json'])
  const [{ filename, files }] = JSON.parse(printed.slice(printed.indexOf('[')))
  const file = join(folder, filename)
  const { scripts = {} } = JSON.parse(readFileSync(join(release, 'package.json'), 'utf8'))

  if (INSTALL_SCRIPTS.some((name) => name in scripts)) {
    throw new Refusal('The package must not run anything when it is installed.')
  }
  if (statSync(file).size > MOST_BYTES) throw new Refusal(`${file} is larger than 60 MB.`)
  if (!files.some(({ path }) => path === 'bin/gitferry')) throw new Refusal('No program is in it.')
  return file
}

/** Installs it into an empty folder, starts it there by npx, and asks for what a visitor sees first. */
async function walkInstalled(file) {
  const folder = mkdtempSync(join(tmpdir(), 'gitferry-npx-'))
  try {
    report('Installing it into an empty folder …')
    await npm(['install', '--prefix', folder, '--no-audit', '--no-fund', '--prefer-offline', file])
    await refuseUnlessServing(folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function refuseUnlessServing(folder) {
  const PORT = String(await freePorts(1))
  const begun = performance.now()
  const npx = spawn('npx', ['--no-install', 'gitferry'], {
    cwd: folder,
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { PATH: process.env.PATH, HOME: process.env.HOME, PORT },
  })
  // What npx starts belongs to its group.
  const kill = () => process.kill(-npx.pid, 'SIGKILL')
  const limit = setTimeout(kill, START_LIMIT_MS)

  try {
    const url = await readyAddress(npx.stdout)
    const page = await fetch(url)
    const html = await page.text()
    const script = /src="(\/assets\/[^"]+\.js)"/.exec(html)?.[1]
    const asset = await fetch(`${url}${script}`)
    if (page.status !== 200 || asset.status !== 200 || !html.includes('<h1')) {
      throw new Refusal(`The first page was answered ${page.status}, its script ${asset.status}.`)
    }
    say(`npx gitferry: first page after ${Math.round(performance.now() - begun)} ms`)
    process.kill(-npx.pid, 'SIGTERM')
    await once(npx, 'exit')
    if (!readdirSync(folder).includes('.data')) throw new Refusal('It wrote to another folder.')
  } finally {
    clearTimeout(limit)
    if (npx.exitCode === null && npx.signalCode === null) kill()
  }
}

if (import.meta.filename === process.argv[1]) {
  await main(async () => {
    const flags = process.argv.slice(2)
    if (flags.some((flag) => flag !== '--check')) throw new Refusal('npm run package [-- --check]')

    const file = await packForNpm(await bundle(), join(root, 'dist'))
    say(`${file}  ${(statSync(file).size / 1e6).toFixed(1)} MB`)
    if (flags.includes('--check')) await walkInstalled(file)
  })
}
