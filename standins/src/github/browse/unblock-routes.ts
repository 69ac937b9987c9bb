import { type Context, Hono } from 'hono'
import { html } from 'hono/html'
import { BYPASS_LIFE_MS } from '#github/memory/bypasses.ts'
import type { GithubNeeds } from '#github/memory/needs.ts'

/** The page that a refused `git push` links to. */
export function unblockRoutes(needs: GithubNeeds): Hono {
  const { people, repositories, bypasses } = needs.memory

  const found = (c: Context) => {
    const { owner = '', name = '', id = '' } = c.req.param()
    const account = people.accountOf(owner)
    const repository = account && repositories.named(account.id, name)
    return repository && bypasses.find(repository.id, id)
  }

  return new Hono()
    .get('/:owner/:name/security/secret-scanning/unblock-secret/:id', (c, next) => {
      const placeholder = found(c)
      if (!placeholder) return next()
      const isAllowed = placeholder.allowedUntil !== null
      return needs.showPage(c, {
        title: 'Allow a secret',
        body: html`
          <h1>Allow a secret</h1>
          <p class="lead">${placeholder.type}: ${isAllowed ? 'allowed; push again within three hours.' : 'a push was blocked because of it.'}</p>
          <form method="post">
            <label>Reason <select name="reason">
              <option value="used_in_tests">It's used in tests</option>
              <option value="false_positive">It's a false positive</option>
              <option value="will_fix_later">I'll fix it later</option>
            </select></label>
            <button class="button">Allow me to expose this secret</button>
          </form>`,
      })
    })
    .post('/:owner/:name/security/secret-scanning/unblock-secret/:id', async (c, next) => {
      const placeholder = found(c)
      if (!placeholder) return next()
      await bypasses.allow(placeholder, needs.clock.now() + BYPASS_LIFE_MS)
      return c.redirect(c.req.path, 303)
    })
}
