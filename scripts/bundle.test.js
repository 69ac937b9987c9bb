import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { freePorts } from './free-ports.js'
import { plainTar } from './plain-tar.js'
import { assembleRelease, filesIn, refuseForeign } from './release-folder.js'

const LIMIT_MS = 120_000
const COMMIT = { revision: 'a'.repeat(40), builtAt: new Date('2026-01-02T03:04:05Z') }

const release = join(mkdtempSync(join(tmpdir(), 'gitferry-release-')), 'release')
const program = join(release, 'bin/gitferry')
beforeAll(() => assembleRelease(release, COMMIT), LIMIT_MS)
afterAll(() => rmSync(join(release, '..'), { recursive: true, force: true }))

test('a release serves from a folder of its own, with nothing but Node', {
  timeout: LIMIT_MS,
}, async () => {
  const PORT = String(await freePorts(1))
  const folder = emptyFolder()
  const server = spawn(process.execPath, [program], {
    cwd: folder,
    env: { PORT },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => void server.kill('SIGKILL'))
  const lines = []
  for await (const line of createInterface({ input: server.stdout })) {
    lines.push(line)
    if (line.startsWith('ready ')) break
  }

  const page = await fetch(`http://localhost:${PORT}/`)
  const security = await fetch(`http://localhost:${PORT}/.well-known/security.txt`)
  const health = await gitferry(['health'], { PORT })
  server.kill('SIGTERM')
  const [code] = await once(server, 'exit')

  expect(page.status).toBe(200)
  expect(await page.text()).toContain('Gitferry')
  expect(await security.text()).toContain('Expires: 2026-07-01T03:04:05.000Z')
  expect(health).toEqual({ code: 0, out: 'ready\n', err: '' })
  expect(lines.join('\n')).not.toContain('npm run')
  expect(code).toBe(0)
  expect(filesIn(folder).some((file) => file.startsWith('.data/'))).toBe(true)
})

test('a release holds its program and no tests, stand-ins, secrets or tools', () => {
  const files = filesIn(release)
  const packages = new Set(
    files.flatMap((file) => /^node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(file)?.[1] ?? []),
  )

  expect(files).toEqual(
    expect.arrayContaining([
      'bin/gitferry',
      'server/dist/main.js',
      'package.json',
      'platform/dist/pg-dump/pg_dump.js',
      'platform/dist/pg-dump/pg_dump.wasm',
    ]),
  )
  expect(files.some((file) => file.startsWith('database/image/'))).toBe(true)
  expect([...packages].filter((name) => !/^@(electric-sql|node-rs)\//.test(name))).toEqual([])
})

test.each(['server/test/a.js', 'standins/main.js', 'a.test.js', '.env', 'key.pem', '.data/x'])(
  '%s is refused in a release',
  (file) => {
    const folder = emptyFolder()
    mkdirSync(join(folder, file, '..'), { recursive: true })
    writeFileSync(join(folder, file), '')

    expect(() => refuseForeign(folder)).toThrow(file)
  },
)

test('an archive does not say when or in which order it was made', () => {
  const folder = emptyFolder()
  mkdirSync(join(folder, 'base'))
  for (const name of ['b', 'a', 'base/c']) writeFileSync(join(folder, name), name.repeat(600))
  const tarOf = (names, time) =>
    execFileSync('tar', ['-c', `--mtime=${time}`, '--format=ustar', '-C', folder, ...names])

  const one = plainTar(gzipSync(tarOf(['b', 'a', 'base'], '2020-01-01')), { modifiedS: 1_000_000 })
  const other = plainTar(gzipSync(tarOf(['base', 'a', 'b'], '2021-01-01')), {
    modifiedS: 1_000_000,
  })

  expect(one.equals(other)).toBe(true)
  expect(gunzipSync(one).equals(tarOf(['b', 'a', 'base'], '2020-01-01'))).toBe(false)
  const listed = execFileSync('tar', ['-tz'], { input: one, encoding: 'utf8' })
  expect(listed.trim().split('\n')).toEqual(['a', 'b', 'base/', 'base/c'])
})

test('version says release, commit and Node', async () => {
  expect((await gitferry(['version'])).out).toMatch(
    /^gitferry \d+\.\d+\.\d+ \(aaaaaaaaaaaa\), Node \d+/,
  )
})

test('an unknown command is refused with the list', async () => {
  const { code, err } = await gitferry(['nonsense'])

  expect(code).toBe(1)
  expect(err).toContain('There is no command nonsense.\nCommands:\n  gitferry start')
})

test.each([
  ['operate', 'new-secrets', 0, 'APP_ENCRYPTION_KEYS=k1:'],
  ['rest', '--nonsense', 1, 'Options: --db-uri'],
  ['platform', '--nonsense', 1, '--db-uri'],
])('%s reads its own arguments', async (name, argument, expected, text) => {
  const { code, out, err } = await gitferry([name, argument])

  expect(code).toBe(expected)
  expect(out + err).toContain(text)
})

test('health is 1 while nobody listens, while the server is not ready, and when no answer comes within 3 s', {
  timeout: LIMIT_MS,
}, async () => {
  const draining = await serve((_request, response) =>
    response.writeHead(503).end('{"status":"draining"}'),
  )
  const silent = await serve(() => {})
  const slow = await serve((_request, response) => {
    response.writeHead(200)
    setInterval(() => response.write('.'), 100).unref()
  })

  const begun = performance.now()
  const [nobody, ...others] = await Promise.all([
    gitferry(['health'], { PORT: String(await freePorts(1)) }),
    gitferry(['health'], { PORT: draining }),
    gitferry(['health'], { PORT: silent, HOST: '0.0.0.0' }),
    gitferry(['health'], { PORT: slow }),
  ])

  expect(performance.now() - begun).toBeLessThan(4_000)
  expect(nobody).toEqual({ code: 1, out: '', err: expect.stringContaining('not ready: connect') })
  expect(others.map(({ code, err }) => `${code} ${err}`)).toEqual([
    '1 not ready: 503 {"status":"draining"}\n',
    '1 not ready: no answer in time\n',
    '1 not ready: no answer in time\n',
  ])
})

function emptyFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'gitferry-release-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))

  return folder
}

async function serve(handler) {
  const server = createServer(handler).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })

  return String(server.address().port)
}

/** Runs a command of the release to its end, with these variables only. */
async function gitferry(args, env = {}) {
  const child = spawn(process.execPath, [program, ...args], { env })
  const read = (stream) => stream.setEncoding('utf8').toArray()
  const [out, err, [code]] = await Promise.all([
    read(child.stdout),
    read(child.stderr),
    once(child, 'exit'),
  ])

  return { code, out: out.join(''), err: err.join('') }
}
