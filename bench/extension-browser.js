import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { chromium } from '@playwright/test'
import { path } from './source.js'

const EXTENSION = path('extension/dist/test')

/** Chromium with the extension that was built for a running product. It can be killed, and opened again on the same profile. */
export async function openBrowser(profile, args = []) {
  const child = spawn(
    process.env.CHROMIUM ?? 'chromium',
    [
      '--headless=new',
      '--remote-debugging-port=0',
      `--user-data-dir=${profile}`,
      `--disable-extensions-except=${EXTENSION}`,
      `--load-extension=${EXTENSION}`,
      '--no-first-run',
      '--disable-gpu',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      // The browser's own services are not asked either.
      '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost',
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      ...args,
      'about:blank',
    ],
    // A group of its own, so that all of its processes end together.
    { detached: true, stdio: ['ignore', 'ignore', 'pipe'] },
  )
  const ended = new Promise((done) => child.once('exit', done))
  // A bench that fails leaves no browser behind.
  process.once('exit', () => {
    if (child.exitCode === null && child.signalCode === null) process.kill(-child.pid, 'SIGKILL')
  })
  const address = await debuggerOf(child)
  const browser = await chromium.connectOverCDP(address)
  const [context] = browser.contexts()
  const worker = async () => context.serviceWorkers()[0] ?? context.waitForEvent('serviceworker')
  const { host: id } = new URL((await worker()).url())

  return {
    context,
    id,
    pid: child.pid,
    worker,
    send: async (method, params) => {
      const session = await browser.newBrowserCDPSession()
      return session.send(method, params)
    },
    /** A page of the extension, which may ask its worker. */
    openOptions: async () => {
      const page = await context.newPage()
      await page.goto(`chrome-extension://${id}/options.html`)
      return page
    },
    stopWorkers: async () => {
      const page = await context.newPage()
      const session = await context.newCDPSession(page)
      await session.send('ServiceWorker.enable')
      await session.send('ServiceWorker.stopAllWorkers')
      await page.close()
    },
    kill: async () => {
      process.kill(-child.pid, 'SIGKILL')
      await ended
      await browser.close().catch(() => undefined)
    },
    close: async () => {
      await browser.close()
      process.kill(-child.pid, 'SIGTERM')
      await ended
    },
  }
}

async function debuggerOf(child) {
  const lines = createInterface({ input: child.stderr })
  for await (const line of lines) {
    const found = /^DevTools listening on (\S+)/.exec(line)
    if (!found) continue
    child.stderr.resume()
    return found[1]
  }
  throw new Error('the browser did not start')
}

/** The stand-ins beside a running product, as far as benches act in them. */
export function standinsOf(site) {
  const portAfter = (distance) => {
    const url = new URL(site)
    url.hostname = '127.0.0.1'
    url.port = String(Number(url.port) + distance)
    return url.origin
  }
  const githubUrl = portAfter(3)
  const apiUrl = portAfter(4)
  const builderUrl = portAfter(9)
  const control = async (url, method, at, body) => {
    const answer = await fetch(`${url}/_control${at}`, {
      method,
      // A kept connection may be closed by the stand-in in the moment in which it is used again.
      headers: {
        'content-type': 'application/json',
        'x-standin-control': '1',
        connection: 'close',
      },
      body: JSON.stringify(body),
    })
    if (!answer.ok) throw new Error(`${at}: ${answer.status} ${await answer.text()}`)
    return answer.status === 204 ? null : answer.json()
  }

  return {
    builderUrl,
    apiUrl,
    github: (method, at, body) => control(githubUrl, method, at, body),
    builder: (method, at, body) => control(builderUrl, method, at, body),
    async newPerson() {
      const login = `nora-${crypto.randomUUID().slice(0, 8)}`
      const people = [{ login, name: login, email: `${login}@example.test` }]
      await control(githubUrl, 'POST', '/seed', { people })
      const scopes = ['repo', 'workflow']
      const { token } = await control(githubUrl, 'POST', `/people/${login}/tokens`, { scopes })
      return { login, token }
    },
    cloneAddress: ({ login, token }, name) =>
      `http://x-access-token:${token}@${new URL(githubUrl).host}/${login}/${name}.git`,
  }
}

/** Runs in a page of the extension: asks its worker by the messages that its own panel sends. */
export const ask = async (page, name, ...args) => {
  const { value, error } = await page.evaluate((message) => chrome.runtime.sendMessage(message), {
    kind: 'ask',
    name,
    args,
  })
  if (error) throw new Error(`${name}: ${JSON.stringify(error)}`)
  return value
}

/** Reviews a project, and confirms whatever that asks. Returns when the push has begun. */
export const beginPush = (page, project, choice) =>
  page.evaluate(
    ({ project, choice }) =>
      new Promise((resolve, reject) => {
        const port = chrome.runtime.connect({ name: `push-${project}` })
        port.onDisconnect.addListener(() => reject(new Error('the worker has ended')))
        port.onMessage.addListener(({ state, error }) => {
          if (error) reject(new Error(error))
          if (!state) return
          if (state.step === 'choose' && state.failure)
            reject(new Error(JSON.stringify(state.failure)))
          if (state.step === 'review' && state.failure)
            reject(new Error(JSON.stringify(state.failure)))
          if (state.step === 'pushing') resolve()
          if (state.step !== 'review' || state.failure) return
          const { digest, needs } = state.review.comparison
          // Only this program pushes, so a conflict means that the last push was not stored.
          if (needs.includes('conflicts')) return reject(new Error('a conflict with an own push'))
          const answers = { message: '', choices: { confirmed: needs } }
          port.postMessage({ id: 2, name: 'push', args: [digest, answers] })
        })
        port.postMessage({ id: 0, name: 'reset', args: [] })
        port.postMessage({ id: 1, name: 'review', args: [choice] })
      }),
    { project, choice },
  )
