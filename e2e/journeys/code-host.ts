import { expect, type Page } from '@playwright/test'

/** A commit in the stand-in's seed format. */
type Commit = { message: string; hoursAgo: number }

export type CodeHost = ReturnType<typeof codeHostAt>

/** The GitHub stand-in's control API: people and repositories of one journey alone. */
export function codeHostAt(url: string) {
  const control = async (method: string, path: string, body: object) => {
    const answer = await fetch(`${url}/_control${path}`, {
      method,
      headers: { 'content-type': 'application/json', 'x-standin-control': '1' },
      body: JSON.stringify(body),
    })
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
    return answer
  }

  return {
    async newPerson(): Promise<string> {
      const login = `nora-${crypto.randomUUID().slice(0, 8)}`
      await control('POST', '/seed', {
        people: [{ login, name: login, email: `${login}@example.test` }],
      })
      return login
    },
    addRepository: (owner: string, name: string, commits: Commit[] = [], isPrivate = false) =>
      control('POST', '/seed', {
        repositories: [
          {
            owner,
            name,
            private: isPrivate,
            commits: commits.map((one) => ({
              ...one,
              author: owner,
              files: { 'README.md': name },
            })),
          },
        ],
      }),
    async install(login: string): Promise<number> {
      const made = await control('POST', '/installations', { person: login })
      return ((await made.json()) as { id: number }).id
    },
    revoke: (login: string) => control('POST', `/people/${login}/revoke`, {}),
    /** Expires access tokens; refresh tokens still work. */
    expireTokens: (login: string) => control('POST', `/people/${login}/expire-tokens`, {}),
    /** Sets how many of this hour's calls are used. */
    use: (login: string, used: number) => control('PUT', `/people/${login}/rate`, { used }),
    /** Authorizes as this person and returns the code of the redirect. */
    async allow(authorizeUrl: string, login: string): Promise<string> {
      const body = new URLSearchParams({ person: login })
      const sent = await fetch(authorizeUrl, { method: 'POST', body, redirect: 'manual' })
      return new URL(sent.headers.get('location') ?? '').searchParams.get('code') ?? ''
    },
  }
}

/** Connects GitHub from the settings page. */
export async function connect(page: Page, login: string): Promise<void> {
  await page.goto('/settings?tab=github')
  await page.getByRole('button', { name: /^(Connect GitHub|Connect again)$/ }).click()
  await authorize(page, login)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('GitHub Connected Successfully!')
  await expect(page).toHaveURL('/settings?tab=github')
}

export async function authorize(page: Page, login: string): Promise<void> {
  await page.getByRole('radio', { name: new RegExp(login) }).check()
  await page.getByRole('button', { name: /authorize/i }).click()
}
