import { chromium } from '@playwright/test'

const MEMBER = { email: 'member@demo.gitferry.test', password: 'demo-member' }

/** A browser on a running product, with the demo's member signed in. */
export async function openVisit(base) {
  const { key, session } = await signIn(base)
  const browser = await chromium.launch({
    ...(process.env.CHROMIUM && { executablePath: process.env.CHROMIUM }),
    args: process.getuid?.() === 0 ? ['--no-sandbox', '--disable-gpu'] : ['--disable-gpu'],
  })

  return {
    visitor: () => browser.newContext({ viewport: { width: 1440, height: 900 } }),
    member: async () => {
      const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
      const page = await context.newPage()
      await page.goto(`${base}/unauthorized`)
      await page.evaluate((stored) => {
        localStorage.setItem(`sb-${location.hostname.split('.')[0]}-auth-token`, stored)
      }, JSON.stringify(session))
      await page.close()
      return context
    },
    rest: async (path, method, body) => {
      const answer = await fetch(`${base}/rest/v1/${path}`, {
        method,
        headers: {
          apikey: key,
          authorization: `Bearer ${session.access_token}`,
          'content-type': 'application/json',
          prefer: 'return=representation',
        },
        ...(body && { body: JSON.stringify(body) }),
      })
      return answer.json()
    },
    close: () => browser.close(),
  }
}

async function signIn(base) {
  const page = await (await fetch(`${base}/unauthorized`)).text()
  const key = /"publishableKey":"([^"]+)"/.exec(page)[1]
  const answer = await fetch(`${base}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { apikey: key, 'content-type': 'application/json' },
    body: JSON.stringify(MEMBER),
  })
  return { key, session: await answer.json() }
}
