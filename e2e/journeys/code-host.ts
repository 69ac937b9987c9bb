import { expect, type Page } from '@playwright/test'

/** A commit as the stand-in takes it. */
type Commit = { message: string; hoursAgo: number }

export type CodeHost = ReturnType<typeof codeHostAt>

/** GitHub, played: people and repositories of one journey alone, and what happens to them there. */
export function codeHostAt(url: string) {
  const control = async (method: string, path: string, body: object) => {
    const answer = await fetch(`${url}/_control${path}`, {
      method,
      headers: { 'content-type': 'application/json', 'x-standin-control': '1' },
      body: JSON.stringify(body),
    })
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
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
    install: (login: string) => control('POST', '/installations', { person: login }),
    revoke: (login: string) => control('POST', `/people/${login}/revoke`, {}),
  }
}

/** From the button in settings to the page of GitHub, and back with a yes. */
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
