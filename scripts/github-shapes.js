import { readFileSync, writeFileSync } from 'node:fs'
import { root } from './root.js'

/**
 * Extracts the response schemas of the operations that our stand-in plays from GitHub's OpenAPI description.
 * The description is 13 MB in the npm package @octokit/openapi, which unpacks to hundreds; so it is fetched by
 * hand, rarely:
 *   npm pack @octokit/openapi@23.0.2 && tar -xzf octokit-openapi-23.0.2.tgz package/generated/api.github.com.json
 *   node scripts/github-shapes.js package/generated/api.github.com.json
 */
const OPERATIONS = [
  'POST /app/installations/{installation_id}/access_tokens 201',
  'POST /applications/{client_id}/token 200',
  'GET /installation/repositories 200',
  'POST /orgs/{org}/repos 201',
  'GET /rate_limit 200',
  'GET /repos/{owner}/{repo} 200',
  'PATCH /repos/{owner}/{repo} 200',
  'GET /repos/{owner}/{repo}/branches 200',
  'GET /repos/{owner}/{repo}/branches/{branch} 200',
  'GET /repos/{owner}/{repo}/commits 200',
  'GET /repos/{owner}/{repo}/commits/{ref} 200',
  'GET /repos/{owner}/{repo}/commits/{ref}/check-runs 200',
  'GET /repos/{owner}/{repo}/commits/{ref}/status 200',
  'GET /repos/{owner}/{repo}/compare/{basehead} 200',
  'PUT /repos/{owner}/{repo}/contents/{path} 201',
  'POST /repos/{owner}/{repo}/git/blobs 201',
  'GET /repos/{owner}/{repo}/git/blobs/{file_sha} 200',
  'POST /repos/{owner}/{repo}/git/commits 201',
  'GET /repos/{owner}/{repo}/git/commits/{commit_sha} 200',
  'GET /repos/{owner}/{repo}/git/ref/{ref} 200',
  'POST /repos/{owner}/{repo}/git/refs 201',
  'PATCH /repos/{owner}/{repo}/git/refs/{ref} 200',
  'POST /repos/{owner}/{repo}/git/trees 201',
  'GET /repos/{owner}/{repo}/git/trees/{tree_sha} 200',
  'GET /repos/{owner}/{repo}/issues 200',
  'POST /repos/{owner}/{repo}/issues 201',
  'GET /repos/{owner}/{repo}/pulls 200',
  'POST /repos/{owner}/{repo}/pulls 201',
  'GET /repos/{owner}/{repo}/pulls/{pull_number} 200',
  'PATCH /repos/{owner}/{repo}/pulls/{pull_number} 200',
  'GET /repos/{owner}/{repo}/pulls/{pull_number}/reviews 200',
  'GET /search/repositories 200',
  'GET /user 200',
  'GET /user/emails 200',
  'GET /user/installations 200',
  'GET /user/installations/{installation_id}/repositories 200',
  'GET /user/repos 200',
  'POST /user/repos 201',
]

const TARGET = `${root}standins/test/github-openapi.json`
/** Documentation keys, irrelevant for validation. */
const PROSE = [
  'description',
  'example',
  'examples',
  'title',
  'externalDocs',
  'default',
  'deprecated',
]

const source = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8'))
const schemas = {}
const operations = Object.fromEntries(
  OPERATIONS.map((name) => {
    const [method, path, status] = name.split(' ')
    const { content } = follow(source.paths[path][method.toLowerCase()].responses[status])
    return [name, asJsonSchema(content['application/json'].schema)]
  }),
)
const { version } = source.info
writeFileSync(
  TARGET,
  `${JSON.stringify({ source: `@octokit/openapi ${version}, MIT`, operations, schemas })}\n`,
)

function follow(thing) {
  return thing.$ref
    ? thing.$ref
        .split('/')
        .slice(1)
        .reduce((found, name) => found[name], source)
    : thing
}

/** OpenAPI 3.0 says "nullable" where JSON Schema adds a type. Collects every referenced schema. */
function asJsonSchema(schema) {
  if (Array.isArray(schema)) return schema.map(asJsonSchema)
  if (typeof schema !== 'object' || schema === null) return schema
  if (schema.$ref) return { $ref: `#/schemas/${keep(schema.$ref)}` }

  const { nullable, ...rest } = schema
  const kept = Object.fromEntries(
    Object.entries(rest)
      .filter(([name]) => !PROSE.includes(name) && !name.startsWith('x-'))
      .map(([name, value]) => [name, name === 'properties' ? eachOf(value) : asJsonSchema(value)]),
  )
  return nullable ? { anyOf: [{ type: 'null' }, kept] } : kept
}

/** Property names may be anything, "description" and "title" included. */
function eachOf(properties) {
  return Object.fromEntries(
    Object.entries(properties).map(([name, one]) => [name, asJsonSchema(one)]),
  )
}

function keep($ref) {
  const name = $ref.split('/').at(-1)
  if (!(name in schemas)) {
    schemas[name] = {}
    schemas[name] = asJsonSchema(follow({ $ref }))
  }
  return name
}
