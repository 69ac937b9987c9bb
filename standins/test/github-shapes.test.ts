import { readFileSync } from 'node:fs'
import { Ajv } from 'ajv'
import { expect, test } from 'vitest'
import { appJwt } from './app-jwt.ts'
import { listenAsProduct } from './listen-as-product.ts'
import { openGithub } from './open-github.ts'

const AT = '/repos/mia-torres/recipe-scaler'

test('every answer has the shape that GitHub published for it', async () => {
  const { github, token, jwt, installation } = await connected()
  const head = (await json(await github.api(`${AT}/git/ref/heads/main`, token))).object.sha
  const commit = await json(await github.api(`${AT}/git/commits/${head}`, token))
  const [tree] = (await json(await github.api(`${AT}/git/trees/${head}`, token))).tree
  const check = async (operation: string, path: string, by = token, body?: unknown) => {
    const [method = '', , status = ''] = operation.split(' ')
    const reply = await github.send(method, path, by, body)
    const problems = problemsWith(operation, await json(reply))
    return { operation, isAsWanted: reply.status === Number(status), problems }
  }

  const results = [
    await check(
      'POST /app/installations/{installation_id}/access_tokens 201',
      `/app/installations/${installation}/access_tokens`,
      jwt,
      { repositories: ['timer-wall'] },
    ),
    await check('GET /rate_limit 200', '/rate_limit'),
    await check('GET /repos/{owner}/{repo} 200', AT),
    await check('PATCH /repos/{owner}/{repo} 200', AT, token, { description: 'x' }),
    await check('GET /repos/{owner}/{repo}/branches 200', `${AT}/branches`),
    await check('GET /repos/{owner}/{repo}/branches/{branch} 200', `${AT}/branches/main`),
    await check('GET /repos/{owner}/{repo}/commits 200', `${AT}/commits`),
    await check('GET /repos/{owner}/{repo}/commits/{ref} 200', `${AT}/commits/main`),
    await check('PUT /repos/{owner}/{repo}/contents/{path} 201', `${AT}/contents/a/b.txt`, token, {
      message: 'x',
      content: 'eA==',
    }),
    await check('POST /repos/{owner}/{repo}/git/blobs 201', `${AT}/git/blobs`, token, {
      content: 'x',
    }),
    await check(
      'GET /repos/{owner}/{repo}/git/blobs/{file_sha} 200',
      `${AT}/git/blobs/${tree.sha}`,
    ),
    await check('POST /repos/{owner}/{repo}/git/trees 201', `${AT}/git/trees`, token, {
      base_tree: head,
      tree: [{ path: 'x', mode: '100644', content: 'x' }],
    }),
    await check(
      'GET /repos/{owner}/{repo}/git/trees/{tree_sha} 200',
      `${AT}/git/trees/main?recursive=1`,
    ),
    await check('POST /repos/{owner}/{repo}/git/commits 201', `${AT}/git/commits`, token, {
      message: 'x',
      tree: commit.tree.sha,
      parents: [head],
    }),
    await check(
      'GET /repos/{owner}/{repo}/git/commits/{commit_sha} 200',
      `${AT}/git/commits/${head}`,
    ),
    await check('POST /repos/{owner}/{repo}/git/refs 201', `${AT}/git/refs`, token, {
      ref: 'refs/heads/other',
      sha: head,
    }),
    await check('GET /repos/{owner}/{repo}/git/ref/{ref} 200', `${AT}/git/ref/heads/other`),
    await check(
      'PATCH /repos/{owner}/{repo}/git/refs/{ref} 200',
      `${AT}/git/refs/heads/other`,
      token,
      { sha: head },
    ),
    await check('POST /repos/{owner}/{repo}/issues 201', `${AT}/issues`, token, {
      title: 'x',
      labels: ['bug'],
    }),
    await check('GET /repos/{owner}/{repo}/issues 200', `${AT}/issues`),
    await check('GET /search/repositories 200', '/search/repositories?q=wall+user:mia-torres'),
    await check('GET /user 200', '/user'),
    await check('GET /user/emails 200', '/user/emails'),
    await check('GET /user/installations 200', '/user/installations'),
    await check(
      'GET /user/installations/{installation_id}/repositories 200',
      `/user/installations/${installation}/repositories`,
    ),
    await check('GET /user/repos 200', '/user/repos'),
    await check('POST /user/repos 201', '/user/repos', token, { name: 'shape', auto_init: true }),
  ]

  expect(results.filter(({ isAsWanted, problems }) => !isAsWanted || problems.length > 0)).toEqual(
    [],
  )
})

test('so have the answers to an app, and to an organisation’s members', async () => {
  const { github, installation, jwt } = await connected()
  const at = `/app/installations/${installation}/access_tokens`
  const { token: bot } = await json(await github.send('POST', at, jwt))
  await github.install('priya-nair', { account: 'lanternworks' })
  const { access_token: priya } = await github.signIn('priya-nair')

  const seen = await github.api('/installation/repositories', bot)
  const made = await github.send('POST', '/orgs/lanternworks/repos', priya, { name: 'shape' })

  expect(problemsWith('GET /installation/repositories 200', await json(seen))).toEqual([])
  expect(problemsWith('POST /orgs/{org}/repos 201', await json(made))).toEqual([])
})

test('so have those about pull requests', async () => {
  const { github, token } = await connected()
  const at = 'repositories/mia-torres/recipe-scaler'
  const files = { 'src/new.ts': 'export {}\n' }
  await github.control('POST', `${at}/commits`, { person: 'mia-torres', branch: 'next', files })
  await github.control('POST', `${at}/check-runs`, { ref: 'next', name: 'test' })
  await github.control('POST', `${at}/statuses`, { ref: 'next', state: 'success' })
  const check = async (operation: string, path: string, body?: unknown) => {
    const [method = '', , status = ''] = operation.split(' ')
    const reply = await github.send(method, AT + path, token, body)
    const problems = problemsWith(operation, await json(reply))
    return { operation, isAsWanted: reply.status === Number(status), problems }
  }
  const pulls = 'repos/{owner}/{repo}/pulls'

  const made = await check(`POST /${pulls} 201`, '/pulls', {
    title: 'Next',
    head: 'next',
    base: 'main',
  })
  const [{ number }] = await json(await github.api(`${AT}/pulls`, token))
  await github.control('POST', `${at}/pulls/${number}/reviews`, { person: 'jonas-weber' })
  const results = [
    made,
    await check(`GET /${pulls} 200`, '/pulls'),
    await check(`GET /${pulls}/{pull_number} 200`, `/pulls/${number}`),
    await check(`PATCH /${pulls}/{pull_number} 200`, `/pulls/${number}`, { title: 'Then' }),
    await check(`GET /${pulls}/{pull_number}/reviews 200`, `/pulls/${number}/reviews`),
    await check('GET /repos/{owner}/{repo}/compare/{basehead} 200', '/compare/main...next'),
    await check(
      'GET /repos/{owner}/{repo}/commits/{ref}/check-runs 200',
      '/commits/next/check-runs',
    ),
    await check('GET /repos/{owner}/{repo}/commits/{ref}/status 200', '/commits/next/status'),
  ]

  expect(results.filter(({ isAsWanted, problems }) => !isAsWanted || problems.length > 0)).toEqual(
    [],
  )
})

async function connected() {
  const product = await listenAsProduct()
  const github = await openGithub({ productUrl: product.url })
  const installation = await github.install('mia-torres')
  const { access_token: token } = await github.signIn('mia-torres')

  return { github, token, installation, jwt: await appJwt(github) }
}

const published = JSON.parse(
  readFileSync(new URL('./github-openapi.json', import.meta.url), 'utf8'),
)
const ajv = new Ajv({ strict: false, validateFormats: false }).addSchema({
  $id: 'github',
  ...published,
})

function problemsWith(operation: string, answer: unknown): string[] {
  const pointer = operation.replaceAll('~', '~0').replaceAll('/', '~1')
  const validate = ajv.getSchema(`github#/operations/${encodeURIComponent(pointer)}`)
  if (!validate) return ['GitHub published nothing about it']
  validate(answer)

  return (validate.errors ?? []).map((one) => `${one.instancePath} ${one.message}`)
}

// biome-ignore lint/suspicious/noExplicitAny: an answer is whatever its schema says
const json = async (reply: Response): Promise<any> => reply.json()
