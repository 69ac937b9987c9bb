import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePorts } from './free-ports.js'
import { portCount } from './launch.js'
import { prepare } from './prepare.js'
import { cache, root } from './root.js'
import { main, npm, Refusal, run, say } from './run.js'
import { readyAddress } from './test-product.js'

/** The oldest supported version, and current ones. */
const VERSIONS = ['20.19', '22', '24', '26']
const FAST = ['contract', 'platform rules', 'server rules', 'ui', 'web']
const MEMBER = { email: 'pro@demo.gitferry.test', password: 'demo-pro' }

/** Runs the fast tests and starts the product on each version of Node. */
await main(async () => {
  await prepare('test')
  for (const version of VERSIONS) {
    const node = await installed(version)
    const number = (await run(node, ['--version'])).trim()
    say(`Node ${number}: rules and components …`)
    await run(node, [
      `${root}node_modules/vitest/vitest.mjs`,
      'run',
      ...FAST.flatMap((project) => ['--project', project]),
    ])
    say(`Node ${number}: a start …`)
    await startOn(node)
  }
  say(`Node ${VERSIONS.join(', ')}: all passed`)
})

/** The program from npm's packages of Node, without their install scripts. */
async function installed(version) {
  const name = `node-${process.platform}-${process.arch}`
  const folder = join(cache, 'node', version)
  const program = join(folder, 'node_modules', name, 'bin/node')
  if (!existsSync(program)) {
    say(`Installing Node ${version} …`)
    await npm([
      'install',
      '--prefix',
      folder,
      '--no-save',
      '--ignore-scripts',
      `${name}@${version}`,
    ])
  }

  return program
}

/** Serves a page, signs in a member, prints no warnings, and exits on a signal. */
async function startOn(node) {
  const dataDir = mkdtempSync(join(tmpdir(), 'gitferry-node-'))
  const port = await freePorts(portCount)
  const child = spawn(node, [join(root, 'scripts/start.js')], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, DATA_DIR: dataDir, PORT: String(port), NODE_ENV: 'development' },
  })
  const end = () => child.kill('SIGKILL')
  process.once('exit', end)
  let errors = ''
  child.stderr.on('data', (chunk) => {
    errors += chunk
  })

  const url = await readyAddress(child.stdout).catch(() => {
    throw new Refusal(`It did not start:\n${errors}`)
  })
  await refuseUnlessUsable(url)
  child.kill('SIGTERM')
  const [code] = await once(child, 'exit')
  process.off('exit', end)
  rmSync(dataDir, { recursive: true, force: true })
  if (code !== 0) throw new Refusal(`It ended with ${code}:\n${errors}`)
  if (/warning/i.test(errors)) throw new Refusal(`It warned:\n${errors}`)
}

async function refuseUnlessUsable(url) {
  const page = await fetch(url)
  const [, key] = /(sb_publishable_[\w-]+)/.exec(await page.text()) ?? []
  const signIn = await fetch(`${url}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', apikey: key },
    body: JSON.stringify(MEMBER),
  })
  if (page.status !== 200 || signIn.status !== 200)
    throw new Refusal(`A page was answered ${page.status}, a sign-in ${signIn.status}.`)
}
