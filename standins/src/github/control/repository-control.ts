import { type Context, Hono } from 'hono'
import { MERGE_METHODS, mergePullRequest, push } from '#github/actions/push.ts'
import { signatureOf, treeWith } from '#github/git/files.ts'
import { resolve } from '#github/git/history.ts'
import { CHECK_STATUSES, CONCLUSIONS, REVIEW_STATES, STATUS_STATES } from '#github/memory/issues.ts'
import type { GithubNeeds } from '#github/memory/memory.ts'
import type { BranchRule, Repository } from '#github/repositories/repository.ts'
import { readFiles } from '#github/seed/seed.ts'
import { fieldsOf, InvalidInput, readJson } from '#runtime/fields.ts'
import { requirePerson } from './people-control.ts'

/** What somebody else does to a repository: settings, moves, deletion, commits. */
export function repositoryControl(needs: GithubNeeds): Hono {
  const { repositories, gits } = needs.memory
  const known = (c: Context) => requireRepository(needs, c)

  return new Hono()
    .get('/repositories/:owner/:name', (c) => c.json(known(c)))
    .put('/repositories/:owner/:name', async (c) => {
      const repository = known(c)
      await repositories.change(
        repository.id,
        readRepositoryChanges(needs, fieldsOf(await readJson(c.req))),
      )
      return c.json(repository)
    })
    .delete('/repositories/:owner/:name', async (c) => {
      const repository = known(c)
      await repositories.remove(repository.id)
      gits.forget(repository)
      return c.body(null, 204)
    })
    .post('/repositories/:owner/:name/commits', async (c) => {
      const sha = await commitTo(needs, known(c), fieldsOf(await readJson(c.req)))
      return c.json({ sha }, 201)
    })
}

function requireRepository({ memory }: GithubNeeds, c: Context): Repository {
  const { owner = '', name = '' } = c.req.param()
  const account = memory.people.accountOf(owner)
  const found = account && memory.repositories.named(account.id, name)
  if (!found) throw new InvalidInput('No such repository.')

  return found
}

/** `{"person":"jonas-weber","message":"…","branch":"main","files":{…}}`, with webhooks; rules do not apply. */
async function commitTo(
  needs: GithubNeeds,
  repository: Repository,
  input: ReturnType<typeof fieldsOf>,
): Promise<string> {
  const git = needs.memory.gits.of(repository)
  const person = requirePerson(needs, input.text('person'))
  const ref = `refs/heads/${input.text('branch', repository.defaultBranch)}`
  const before = git.refs.get(ref) ?? null
  const start = before ?? git.refs.get(`refs/heads/${repository.defaultBranch}`) ?? null
  const base = start === null ? null : (git.commit(start)?.tree ?? null)
  const author = signatureOf(person, needs.clock.now())
  const after = git.writeCommit({
    tree: treeWith(git, base, readFiles(input.value('files'))),
    parents: start === null ? [] : [start],
    author,
    committer: author,
    message: input.text('message', 'Meanwhile'),
  })
  await push(needs, git, { repository, ref, before, after, isForced: false, pusher: person })

  return after
}

type Fields = ReturnType<typeof fieldsOf>

/** `{"name","owner","private","archived","issues","pushProtection","drafts","rules":[{"branch":"main","kind":"pull-request","classic":true}]}`; what is left out stays as it is. */
function readRepositoryChanges({ memory }: GithubNeeds, input: Fields): Partial<Repository> {
  const owner = input.has('owner') ? memory.people.accountOf(input.text('owner')) : undefined
  if (input.has('owner') && !owner) throw new InvalidInput('Nobody of that name.')

  return {
    ...(owner && { ownerId: owner.id }),
    ...(input.has('name') && { name: input.text('name') }),
    ...(input.has('private') && { isPrivate: input.flag('private') }),
    ...(input.has('archived') && { isArchived: input.flag('archived') }),
    ...(input.has('issues') && { hasIssues: input.flag('issues') }),
    ...(input.has('pushProtection') && { protectsPushes: input.flag('pushProtection') }),
    ...(input.has('drafts') && { takesDrafts: input.flag('drafts') }),
    ...(input.has('rules') && { rules: input.list('rules').map(readRule) }),
  }
}

const KINDS: readonly BranchRule['kind'][] = ['pull-request', 'signatures']

const readRule = (one: Fields): BranchRule => ({
  branch: one.text('branch', '*'),
  kind: one.oneOf('kind', KINDS) ?? 'pull-request',
  isClassic: one.flag('classic'),
})

const AT = '/repositories/:owner/:name'

/** What others do to a pull request: merge it, review it, run checks on its commits. */
export function pullControl(needs: GithubNeeds): Hono {
  const { gits, issues, reviews, checks } = needs.memory

  const known = (c: Context) => {
    const repository = requireRepository(needs, c)
    const pull = issues.pull(repository.id, Number(c.req.param('number')))
    if (!pull) throw new InvalidInput('No such pull request.')
    return { repository, pull }
  }
  const commitOf = (c: Context, ref: string) => {
    const repository = requireRepository(needs, c)
    const sha = resolve(gits.of(repository), ref)
    if (sha === undefined) throw new InvalidInput('No such commit.')
    return { repositoryId: repository.id, sha, at: needs.clock.now() }
  }

  return new Hono()
    .post(`${AT}/pulls/:number/merge`, async (c) => {
      const facts = known(c)
      const input = fieldsOf(await readJson(c.req))
      const person = requirePerson(needs, input.text('person'))
      const sha = await mergePullRequest(needs, gits.of(facts.repository), {
        ...facts,
        method: input.oneOf('method', MERGE_METHODS) ?? 'merge',
        person,
        signature: signatureOf(person, needs.clock.now()),
      })
      if (sha === null) throw new InvalidInput('It cannot be merged.')
      return c.json({ sha })
    })
    .post(`${AT}/pulls/:number/reviews`, async (c) => {
      const { repository, pull } = known(c)
      const input = fieldsOf(await readJson(c.req))
      const review = await reviews.add({
        repositoryId: repository.id,
        number: pull.number,
        personId: requirePerson(needs, input.text('person')).id,
        state: input.oneOf('state', REVIEW_STATES) ?? 'APPROVED',
        body: input.text('body', ''),
        sha: pull.headSha,
        at: needs.clock.now(),
      })
      return c.json(review, 201)
    })
    .post(`${AT}/check-runs`, async (c) => {
      const input = fieldsOf(await readJson(c.req))
      const conclusion = input.oneOf('conclusion', CONCLUSIONS)
      const status = input.oneOf('status', CHECK_STATUSES)
      const run = await checks.runs.add({
        ...commitOf(c, input.text('ref')),
        name: input.text('name'),
        status: status ?? (conclusion ? 'completed' : 'in_progress'),
        conclusion,
      })
      return c.json(run, 201)
    })
    .post(`${AT}/statuses`, async (c) => {
      const input = fieldsOf(await readJson(c.req))
      const status = await checks.statuses.add({
        ...commitOf(c, input.text('ref')),
        name: input.text('context', 'default'),
        state: input.oneOf('state', STATUS_STATES) ?? 'pending',
      })
      return c.json(status, 201)
    })
}
