// The same trees pushed by the sync engine (API and pack), by git and by isomorphic-git, to the GitHub stand-in:
// requests, CPU of all processes that take part, and their peak memory.
import { execFile, spawn } from 'node:child_process'
import { randomFillSync } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { bundleEngine } from './engine-bundle.js'
import { installIsomorphicGit } from './isomorphic-git.js'
import { path, source } from './source.js'

const OWNER = 'mia-torres'
const PUSH = ['./read-files', './contents', './compare', './push', './host']
const PROGRAM = path('bench/sync-pushes-program.js')

const text = (i, more = '') => `export const value${i} = ${i}\n${more}`.repeat(8192 / 26)
const noise = (bytes) => randomFillSync(Buffer.alloc(bytes))
const many = (count, nameOf, contentOf) =>
  Object.fromEntries(Array.from({ length: count }, (_, i) => [nameOf(i), contentOf(i)]))
const sources = () =>
  many(
    1000,
    (i) => `src/part-${i % 40}/file-${i}.ts`,
    (i) => text(i),
  )

/** What the branch has, and what is written over it; null: the repository is empty. */
const CASES = {
  '3 of 1,000 files': {
    before: sources(),
    files: many(
      3,
      (i) => `src/part-${i}/file-${i}.ts`,
      (i) => text(i, '// new\n'),
    ),
  },
  'first 1,000 files': { before: null, files: sources() },
  'five files of 10 MB': {
    before: null,
    files: many(
      5,
      (i) => `${i}.bin`,
      () => noise(10_000_000),
    ),
  },
  'one file of 28 MB': { before: null, files: { 'large.bin': noise(28_000_000) } },
  '300 pictures of 100 KB': {
    before: null,
    files: many(
      300,
      (i) => `p/${i}.png`,
      () => noise(100_000),
    ),
  },
}
const WAYS = ['api', 'pack', 'git', 'isomorphic-git']

/** One push that takes longer is reported as that. */
const LONGEST_MS = 120_000

installIsomorphicGit()
const folder = mkdtempSync(join(tmpdir(), 'gitferry-bench-pushes-'))
const { startGithub } = await source('standins/src/github/app.ts')
const github = await startGithub({ dataDir: join(folder, 'data') })
try {
  const bundle = await bundleEngine(folder, (name) => PUSH.includes(name))
  const token = await openAccount()
  const { port } = new URL(github.webUrl)
  for (const [title, { before, files }] of Object.entries(CASES)) {
    // `node bench/sync-pushes.js pictures` runs one row.
    if (!title.includes(process.argv[2] ?? '')) continue
    for (const way of WAYS) {
      const name = `${Object.keys(CASES).indexOf(title)}-${way}`
      await control('POST', 'seed', {
        repositories: [{ owner: OWNER, name, private: true, commits: [] }],
      })
      const place = join(folder, name)
      const address = `http://x-access-token:${token}@127.0.0.1:${port}/${OWNER}/${name}.git`
      await prepare(place, address, before)
      write(place, files)
      const { apiUrl, webUrl } = github
      const task = { way, place, bundle, owner: OWNER, name, token, address, apiUrl, webUrl }
      const told = await measure(task)
      console.log(`${title.padEnd(24)} ${way.padEnd(15)} ${told}`)
      rmSync(place, { recursive: true })
    }
  }
} finally {
  await github.close()
  rmSync(folder, { recursive: true, force: true })
}
process.exit(0)

function control(method, to, body) {
  return fetch(`${github.webUrl}/_control/${to}`, {
    method,
    headers: { 'x-standin-control': '1' },
    body: JSON.stringify(body),
  })
}

async function openAccount() {
  const reply = await control('POST', `people/${OWNER}/tokens`, { scopes: ['repo', 'workflow'] })
  await control('PUT', 'limits', {
    creationsPerMinute: null,
    creationsPerHour: null,
    pointsPerMinute: null,
  })

  return (await reply.json()).token
}

/** A clone whose branch is pushed; the way to be measured finds only what changed since. */
async function prepare(place, address, before) {
  mkdirSync(place)
  // The stand-in answers from this process, so nothing here waits for git synchronously.
  const git = (...args) => promisify(execFile)('git', args, { cwd: place })
  await git('init', '-q', '-b', 'main')
  await git('config', 'user.name', 'Bench')
  await git('config', 'user.email', 'bench@example.test')
  await git('remote', 'add', 'origin', address)
  if (!before) return
  write(place, before)
  await git('add', '-A')
  await git('commit', '-q', '-m', 'Before')
  await git('push', '-q', 'origin', 'main')
}

function write(place, files) {
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(place, name)), { recursive: true })
    writeFileSync(join(place, name), content)
  }
}

/** In a process of its own, which tells what it took. */
async function measure(task) {
  const child = spawn(process.execPath, [PROGRAM, JSON.stringify(task)], {
    stdio: ['ignore', 'pipe', 'inherit'],
    timeout: LONGEST_MS,
  })
  let told = ''
  child.stdout.on('data', (part) => {
    told += part
  })
  const { code, signal } = await new Promise((resolve) =>
    child.on('close', (code, signal) => resolve({ code, signal })),
  )
  if (signal) return `not within ${LONGEST_MS / 1000} s`
  if (code !== 0) return 'gave up'
  const { requests, cpuMs, bytes } = JSON.parse(told)

  return `${String(requests).padStart(4)} requests, CPU ${(cpuMs / 1000).toFixed(2)} s, ${(bytes / 1e6).toFixed(0)} MB`
}
