/**
 * Makes the fixtures of the upgrade test: runs a release as it was on each database, uses it, and packs what it left.
 *
 *   npm run upgrade-fixtures -- first=d3fc6f6 second=c1db70dd
 *   npm run upgrade-fixtures -- --beside first=d3fc6f6    # the release over today's schema; packs nothing
 *
 * It needs git, tar, the packages of the release (npm ci) and PostgreSQL with pg_dump. Run `node scripts/prepare.js test` before `--beside`.
 */
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { connect as connectTo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, constants } from 'node:zlib'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const FIXTURES = fileURLToPath(new URL('../server/test/upgrade/fixtures', import.meta.url))
const WORK = join(tmpdir(), 'gitferry-releases')
const PORT = Number(process.env.PORT ?? 4700)

const { source } = await import(new URL('../bench/source.js', import.meta.url).href)
const { startPostgres, findBinaries } = await source('platform/test/databases/postgres-server.ts')
const { TEST_SECRETS, walk } = await source('server/test/upgrade/walk.ts')
const [beside, ...rest] = process.argv.slice(2)
const releases = (beside === '--beside' ? rest : [beside, ...rest]).map((one) => one.split('='))
for (const [name, commit] of releases) {
  const folder = checkOut(commit)
  if (beside === '--beside') await runBeside(folder)
  else {
    mkdirSync(join(FIXTURES, name), { recursive: true })
    await makePostgres(folder, join(FIXTURES, name))
    await makeEmbedded(folder, join(FIXTURES, name))
  }
}

/** The release, installed and built. */
function checkOut(commit) {
  const folder = join(WORK, commit)
  const isNew = !existsSync(folder)
  mkdirSync(folder, { recursive: true })
  if (isNew) {
    const archive = execFileSync('git', ['archive', commit], { cwd: ROOT, maxBuffer: 1e9 })
    execFileSync('tar', ['-x', '-C', folder], { input: archive })
  }
  execFileSync(process.execPath, ['scripts/prepare.js', 'start'], { cwd: folder, stdio: 'inherit' })

  return folder
}

async function makeEmbedded(release, fixture) {
  const dataDir = mkdtempSync(join(tmpdir(), 'gitferry-fixture-'))
  const product = await start(release, { DATA_DIR: dataDir })
  const people = await walk(product.url).finally(product.stop)

  const database = join(dataDir, 'postgres')
  blankOldLog(database)
  const tar = execFileSync(
    'tar',
    ['-c', '--sort=name', '--owner=0', '--group=0', '--mtime=@0', '-C', dataDir, 'postgres'],
    { maxBuffer: 1e9 },
  )
  writeCompressed(join(fixture, 'embedded.tar.br'), tar)
  writePeople(fixture, 'embedded', people)
  rmSync(dataDir, { recursive: true, force: true })
}

async function makePostgres(release, fixture) {
  const dataDir = mkdtempSync(join(tmpdir(), 'gitferry-fixture-'))
  const server = await startPostgres()
  const recorder = await recordStatements(new URL(server.url('postgres')))
  const product = await start(release, { DATA_DIR: dataDir, DATABASE_URL: recorder.url })
  recorder.begin()
  const people = await walk(product.url).finally(product.stop)

  const { port } = new URL(server.url('postgres'))
  const dump = execFileSync(
    join(findBinaries(), 'pg_dump'),
    [
      '-h',
      '127.0.0.1',
      '-p',
      port,
      '-U',
      'postgres',
      '--inserts',
      '--rows-per-insert=100',
      'postgres',
    ],
    { encoding: 'utf8', maxBuffer: 1e9 },
  )
  // Commands for psql, which newer minor versions write.
  writeCompressed(join(fixture, 'postgres.sql.br'), dump.replaceAll(/^\\.*$/gm, ''))
  writeCompressed(
    join(fixture, 'statements.json.br'),
    JSON.stringify(recorder.statements(), null, 1),
  )
  writePeople(fixture, 'postgres', people)
  recorder.close()
  await server.stop()
  rmSync(dataDir, { recursive: true, force: true })
}

/** Migrates with today's build, then starts the release over that schema and uses both. */
async function runBeside(release) {
  const folders = [0, 1].map(() => mkdtempSync(join(tmpdir(), 'gitferry-beside-')))
  const server = await startPostgres()
  const shared = { DATABASE_URL: server.url('postgres') }
  const today = await start(ROOT, { ...shared, DATA_DIR: folders[0], PORT: String(PORT + 50) })
  const older = await start(release, { ...shared, DATA_DIR: folders[1] })
  try {
    for (const { url } of [older, today, older]) {
      await walk(url)
      process.stdout.write(`${url}: whole\n`)
    }
  } finally {
    await older.stop()
    await today.stop()
  }
  await server.stop()
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
}

async function start(folder, env) {
  const child = spawn(process.execPath, ['scripts/start.js'], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      PORT: String(PORT),
      LOG_LEVEL: 'error',
      ...TEST_SECRETS,
      AUTH_AUTOCONFIRM: 'true',
      AUTH_RATE_LIMIT_FACTOR: '0',
      // Nobody answers there, so mails and their jobs stay queued.
      SMTP_URL: 'smtp://127.0.0.1:1',
      ...env,
    },
  })
  const exited = once(child, 'exit')
  for await (const line of createInterface(child.stdout)) {
    const [, url] = /^ready (\S+)/.exec(line) ?? []
    if (!url) continue
    child.stdout.resume()
    // The embedded database has more to do right after the start.
    await sleep(5_000)
    return {
      url,
      stop: async () => {
        child.kill('SIGTERM')
        await exited
      },
    }
  }
  throw new Error('The release did not start')
}

/**
 * A database that was closed needs its write-ahead log from the last checkpoint on, which is its end. What came before
 * is most of the archive.
 */
function blankOldLog(database) {
  const PAGE = 8192
  const KEPT = 16 * PAGE
  for (const name of readdirSync(join(database, 'pg_wal'))) {
    if (!/^[0-9A-F]{24}$/.test(name)) continue
    const file = join(database, 'pg_wal', name)
    const bytes = readFileSync(file)
    let end = bytes.length
    while (end > PAGE && bytes.subarray(end - PAGE, end).every((byte) => byte === 0)) end -= PAGE
    if (end - KEPT > PAGE) bytes.fill(0, PAGE, end - KEPT)
    writeFileSync(file, bytes)
  }
}

/** A proxy between a release and its database that records statements. */
async function recordStatements(database) {
  const seen = new Set()
  let isRecording = false
  const proxy = createServer((client) => {
    const server = connectTo(Number(database.port), database.hostname)
    let buffer = Buffer.alloc(0)
    let isStarted = false
    client.on('data', (chunk) => {
      server.write(chunk)
      buffer = Buffer.concat([buffer, chunk])
      for (;;) {
        // The first message has no type.
        const offset = isStarted ? 1 : 0
        if (buffer.length < offset + 4) return
        const length = offset + buffer.readUInt32BE(offset)
        if (buffer.length < length) return
        const message = buffer.subarray(0, length)
        buffer = buffer.subarray(length)
        if (isStarted && isRecording && message[0] === 0x50) seen.add(parsedText(message))
        isStarted = true
      }
    })
    client.on('close', () => server.destroy()).on('error', () => server.destroy())
    server.on('data', (chunk) => client.write(chunk))
    server.on('close', () => client.destroy()).on('error', () => client.destroy())
  }).listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  const url = new URL(database)
  url.port = String(proxy.address().port)

  return {
    url: url.href,
    begin: () => {
      isRecording = true
    },
    statements: () =>
      [...seen].filter((text) => /^\s*(with|select|insert|update|delete)\b/i.test(text)).sort(),
    close: () => proxy.close(),
  }
}

/** Parse: type, length, name, text. */
function parsedText(message) {
  const name = message.indexOf(0, 5)

  return message.toString('utf8', name + 1, message.indexOf(0, name + 1))
}

function writeCompressed(file, content) {
  const bytes = Buffer.from(content)
  const packed = brotliCompressSync(bytes, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: 11,
      [constants.BROTLI_PARAM_LARGE_WINDOW]: 1,
      [constants.BROTLI_PARAM_LGWIN]: 26,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    },
  })
  writeFileSync(file, packed)
  process.stdout.write(`${file}: ${bytes.length} → ${packed.length} bytes\n`)
}

function writePeople(fixture, database, people) {
  writeFileSync(join(fixture, `${database}.json`), `${JSON.stringify(people, null, 2)}\n`)
}
