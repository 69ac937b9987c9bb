// The sync engine: comparison of 1,000 files against git's own, memory against the project's size and the largest file, and the size of the bundle.
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { zipSync } from 'fflate'
import { bundleEngine } from './engine-bundle.js'

const FILES = 1000
const TURNS = 7
const LARGE_BYTES = 28_000_000
const TARGET = { owner: 'o', name: 'r', branch: 'main' }
const textOf = (i) => `export const value${i} = ${i}\n`.repeat(8192 / 26)
const SHA = '1'.repeat(40)
const PUSH = ['./read-files', './contents', './compare', './push', './sharing-host']

const folder = mkdtempSync(join(tmpdir(), 'gitferry-bench-sync-'))
try {
  await weighBundle('what a push loads', (name) => PUSH.includes(name))
  // Words are loaded by language, and not by the engine.
  const bundle = await weighBundle('all exports', (name) => !name.startsWith('./words/'))
  const engine = await import(bundle)
  await comparison(engine)
  memory(bundle)
  for (const packs of [false, true]) await upload(bundle, packs)
} finally {
  rmSync(folder, { recursive: true, force: true })
}
process.exit(0)

async function weighBundle(title, isWanted) {
  const bundle = await bundleEngine(folder, isWanted)
  const bytes = readFileSync(bundle)
  const packed = brotliCompressSync(bytes).length
  console.log(`bundle, ${title}: ${bytes.length} bytes, brotli ${packed} (goal: 25,000)`)
  return bundle
}

async function comparison({ readFiles, compare, openHost }) {
  const files = Array.from({ length: FILES }, (_, i) => ({
    path: `src/part-${i % 40}/file-${i}.ts`,
    bytes: Uint8Array.from(Buffer.from(textOf(i))),
    mode: null,
  }))
  const set = readFiles(
    [
      ...files,
      { path: '.gitignore', bytes: Uint8Array.from(Buffer.from('dist/\n*.log\n')), mode: null },
    ],
    { keepFolder: true },
  )
  const branch = branchOf(files)

  const ours = []
  const theirs = []
  for (let turn = 0; turn < TURNS; turn++) {
    ours.push(await timed(() => compare(hostOver(openHost, branch), TARGET, set, { base: null })))
    theirs.push(gitAdd(files))
  }
  const [best, floor] = [Math.min(...ours), Math.min(...theirs)]
  console.log(
    `${FILES} files of 8 KB, all but one changed: ${best.toFixed(0)} ms, git add and write-tree ${floor.toFixed(0)} ms: ${(best / floor).toFixed(2)} (goal: 1.5)`,
  )
}

/** The branch has the same paths with other content, so that every file is scanned. */
function branchOf(files) {
  return {
    '/repos/o/r/branches/main': {
      name: 'main',
      commit: {
        sha: SHA,
        parents: [],
        url: 'http://api/repos/o/r/commits/1',
        commit: { tree: { sha: SHA } },
      },
    },
    '/repos/o/r': {
      name: 'r',
      owner: { login: 'o' },
      default_branch: 'main',
      private: true,
      permissions: { push: true },
    },
    [`/repos/o/r/git/trees/${SHA}?recursive=1`]: {
      sha: SHA,
      truncated: false,
      tree: files.map(({ path: name }) => ({
        path: name,
        mode: '100644',
        type: 'blob',
        sha: SHA,
        size: 1,
      })),
    },
  }
}

function hostOver(openHost, answers) {
  return openHost({
    apiUrl: 'http://api',
    webUrl: 'http://web',
    token: async () => 'token',
    fetch: async (address) => Response.json(answers[address.slice('http://api'.length)]),
    now: () => 0,
    wait: async () => undefined,
    can: { archives: false, packs: false },
  })
}

async function timed(work) {
  const began = performance.now()
  await work()
  return performance.now() - began
}

function gitAdd(files) {
  const work = mkdtempSync(join(folder, 'git-'))
  for (const { path: name, bytes } of files) {
    mkdirSync(dirname(join(work, name)), { recursive: true })
    writeFileSync(join(work, name), bytes)
  }
  execFileSync('git', ['init', '-q'], { cwd: work })
  const began = performance.now()
  execFileSync('git', ['add', '-A'], { cwd: work })
  execFileSync('git', ['write-tree'], { cwd: work })
  return performance.now() - began
}

/** In a process of its own: reads an archive and compares it, and tells by how much it grew at most. */
function memory(bundle) {
  const size = 60_000
  const unpacked = FILES * size
  const files = Object.fromEntries(
    Array.from({ length: FILES }, (_, i) => [`project/f${i}.bin`, randomish(i, size)]),
  )
  writeFileSync(join(folder, 'project.zip'), zipSync(files, { level: 1 }))
  writeFileSync(
    join(folder, 'memory.mjs'),
    `import { readFileSync } from 'node:fs'
import { readZip, compare, openHost } from ${JSON.stringify(bundle)}
const answers = ${JSON.stringify(branchOf([]))}
const host = openHost({ apiUrl: 'http://api', webUrl: '', token: async () => 't', now: () => 0, wait: async () => {}, can: {},
  fetch: async (address) => Response.json(answers[address.slice('http://api'.length)]) })
// The most this program ever took; the figure of resourceUsage is inherited from the program that started it.
const most = () => Number(/VmHWM:\\s+(\\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))[1]) * 1024
const before = most()
const set = readZip(Uint8Array.from(readFileSync(${JSON.stringify(join(folder, 'project.zip'))})))
await compare(host, ${JSON.stringify(TARGET)}, set, { base: null })
console.log(most() - before)`,
  )
  const { stdout, stderr } = spawnSync(process.execPath, [join(folder, 'memory.mjs')], {
    encoding: 'utf8',
  })
  if (!stdout) throw new Error(stderr)
  const grown = Number(stdout)
  console.log(
    `archive of ${unpacked / 1e6} MB unpacked: memory grew by ${(grown / 1e6).toFixed(0)} MB: ${(grown / unpacked).toFixed(2)} (goal: 3)`,
  )
}

/** One large file goes to a server in this process; the program that sends it tells by how much it grew at most. */
async function upload(bundle, packs) {
  const server = createServer((request, reply) => {
    request.resume()
    request.on('end', () => {
      reply.statusCode = request.url.endsWith('/git/blobs') ? 201 : 200
      reply.end(answerTo(request.url))
    })
  })
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = `http://127.0.0.1:${server.address().port}`
  const script = join(folder, `upload-${packs}.mjs`)
  writeFileSync(script, uploadScript(bundle, address, packs))
  const child = spawn(process.execPath, [script], { stdio: ['ignore', 'pipe', 'inherit'] })
  let told = ''
  child.stdout.on('data', (part) => {
    told += part
  })
  await new Promise((resolve) => child.on('close', resolve))
  server.close()
  const [grown, outcome] = told.trim().split(' ')
  console.log(
    `push of one file of ${LARGE_BYTES / 1e6} MB ${packs ? 'by a pack' : 'by the API'} (${outcome}): memory grew by ${(grown / 1e6).toFixed(0)} MB: ${(grown / LARGE_BYTES).toFixed(2)} (goal: 3)`,
  )
}

/** What a push needs to go as far as the whole file is sent. */
function answerTo(url) {
  if (url.endsWith('/git-receive-pack')) {
    const line = (text) => `${(text.length + 4).toString(16).padStart(4, '0')}${text}`
    return `${line('unpack ok\n')}${line('ok refs/heads/main\n')}0000`
  }
  if (url === '/user') return JSON.stringify({ login: 'o', id: 1 })
  // The name of another file: the push ends there, with everything sent.
  if (url.endsWith('/git/blobs')) return JSON.stringify({ sha: SHA })
  return JSON.stringify(branchOf([])[url])
}

function uploadScript(bundle, address, packs) {
  return `import { readFileSync } from 'node:fs'
import { randomFillSync } from 'node:crypto'
import { readFiles, contentsOf, compare, push, openHost } from ${JSON.stringify(bundle)}
const host = openHost({ apiUrl: '${address}', webUrl: '${address}', token: async () => 't', now: () => 0, wait: async () => {},
  can: { packs: ${packs}, streams: true }, fetch })
const most = () => Number(/VmHWM:\\s+(\\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))[1]) * 1024
// The network's own code is loaded before, which is not the engine's.
await (await fetch('${address}/user')).text()
const before = most()
const bytes = new Uint8Array(${LARGE_BYTES})
for (let at = 0; at < bytes.length; at += 65536) randomFillSync(bytes, at, Math.min(65536, bytes.length - at))
const set = readFiles([{ path: 'large.bin', bytes, mode: null }], { keepFolder: true })
const comparison = await compare(host, ${JSON.stringify(TARGET)}, set, { base: null })
const outcome = await push(host, comparison, { contents: contentsOf(set), choices: { confirmed: comparison.needs } })
  .then(() => 'pushed', (error) => error.code ?? String(error))
console.log(most() - before, outcome)`
}

/** Packs to about half, as pictures and texts do together. */
function randomish(seed, size) {
  return Uint8Array.from(
    { length: size },
    (_, i) => (i % 2 ? 97 : (i * 2654435761 + seed * 40503) >>> 13) & 255,
  )
}
