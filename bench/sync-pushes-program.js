// One push of a folder, by one way, for `sync-pushes.js`: tells requests, CPU and the most memory it took, as JSON.
import { spawn } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'

const task = JSON.parse(process.argv[2])
const { way, place, owner, name, token } = task
const SCRIPT = 'git add -A && git commit -q -m Bench && git push -q origin main && times'
let requests = 0

const ways = { api: byEngine, pack: byEngine, git: byGit, 'isomorphic-git': byIsomorphicGit }
// What the network's own code takes is no way's.
await (await fetch(task.apiUrl)).text()
const before = { ...process.cpuUsage(), bytes: mostOf('self') }
const { cpuMs, bytes } = (await ways[way]()) ?? own()
process.stdout.write(JSON.stringify({ requests, cpuMs, bytes }))
process.exit(0)

/** Beyond what Node took to start. */
function own() {
  const { user, system } = process.cpuUsage(before)
  return { cpuMs: (user + system) / 1000, bytes: mostOf('self') - before.bytes }
}

async function byEngine() {
  const { readFiles, contentsOf, compare, push, openHost } = await import(task.bundle)
  // The pace that GitHub asks for is not what is measured.
  let now = Date.now()
  const host = openHost({
    apiUrl: task.apiUrl,
    webUrl: task.webUrl,
    token: async () => token,
    fetch: (address, init) => {
      requests += 1
      return fetch(address, init)
    },
    now: () => now,
    wait: async (ms) => {
      now += ms
    },
    can: { archives: true, packs: way === 'pack', workflows: true, streams: true },
  })
  const head = headOf(place)
  const set = readFiles(readFolder(), { keepFolder: true })
  const target = { owner, name, branch: 'main' }
  const base = head && { commit: head, differs: {} }
  const comparison = await compare(host, target, set, { base })
  await push(host, comparison, {
    contents: contentsOf(set),
    choices: { confirmed: comparison.needs },
  })
}

function readFolder() {
  const all = readdirSync(place, { recursive: true, withFileTypes: true })
  return all
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => !relative(place, file).startsWith('.git/'))
    .map((file) => ({ path: relative(place, file), bytes: bytesOf(file), mode: null }))
}

/** Not a copy of what was read, which would be measured too. */
function bytesOf(file) {
  const { buffer, byteOffset, length } = readFileSync(file)
  return new Uint8Array(buffer, byteOffset, length)
}

function headOf(folder) {
  try {
    return readFileSync(join(folder, '.git/refs/heads/main'), 'utf8').trim()
  } catch {
    return null
  }
}

/** The processes that git starts count too; each at its most, which is at most a little too much. */
async function byGit() {
  const child = spawn('bash', ['-c', SCRIPT], {
    cwd: place,
    detached: true,
    env: { ...process.env, GIT_TRACE_CURL: '1', GIT_TRACE_CURL_NO_DATA: '1' },
  })
  let [said, traced] = ['', '']
  child.stdout.on('data', (part) => {
    said += part
  })
  child.stderr.on('data', (part) => {
    traced += part
  })
  let most = 0
  const watch = setInterval(() => {
    most = Math.max(most, groupBytes(child.pid))
  }, 20)
  const code = await new Promise((resolve) => child.on('close', resolve))
  clearInterval(watch)
  if (code !== 0) throw new Error(traced)
  requests = [...traced.matchAll(/=> Send header: (?:GET|POST) /g)].length
  const [user, system] = said.trim().split('\n').at(-1).split(' ').map(msOf)

  return { cpuMs: user + system, bytes: most }
}

function msOf(shown) {
  const [, minutes, seconds] = /^(\d+)m([\d.]+)s$/.exec(shown)
  return (Number(minutes) * 60 + Number(seconds)) * 1000
}

function groupBytes(group) {
  const pids = readdirSync('/proc').filter((one) => /^\d+$/.test(one))
  return pids.reduce((sum, pid) => (groupOf(pid) === group ? sum + mostOf(pid) : sum), 0)
}

function groupOf(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[2])
  } catch {
    return null
  }
}

/** Zero for a process that has just ended. */
function mostOf(pid) {
  try {
    return Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))[1]) * 1024
  } catch {
    return 0
  }
}

async function byIsomorphicGit() {
  const fs = await import('node:fs')
  const packages = new URL('./isomorphic-git/node_modules/isomorphic-git/', import.meta.url)
  const git = await import(new URL('index.js', packages))
  const http = await import(new URL('http/node/index.js', packages))
  const author = { name: 'Bench', email: 'bench@example.test' }
  const matrix = await git.statusMatrix({ fs, dir: place })
  for (const [filepath, head, work] of matrix) {
    if (head !== work) await git.add({ fs, dir: place, filepath })
  }
  await git.commit({ fs, dir: place, message: 'Bench', author })
  await git.push({
    fs,
    http: {
      request: (options) => {
        requests += 1
        return http.request(options)
      },
    },
    dir: place,
    url: `${task.webUrl}/${owner}/${name}.git`,
    ref: 'main',
    onAuth: () => ({ username: 'x-access-token', password: token }),
  })
}
