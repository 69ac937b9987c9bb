import { parseRepository, type RepositoryName } from './repository-name.ts'

/** The parts of a project's URL. */
export type ProjectAddress = {
  repository: RepositoryName | null
  branch: string | null
  /** The builder's id of the project. */
  builderId: string | null
}

const BUILDER = /^https?:\/\/(?:www\.)?bolt\.new\/(?:~\/)?(.+)$/i
const BUILDER_ID = /^(?:sb1-[\w-]{1,196}|[\w-]*\d[\w-]*)$/
const HTTP = /^(?:https?:\/\/)?(?:www\.)?([^/\s@]+)\/([^/\s]+)\/([^/\s]+)(?:\/(.*))?$/i
const GIT = /^(?:ssh:\/\/)?git@([^:/\s]+)[:/]([^\s]+)$/i

/** Pages of the code host that are not repositories. */
const RESERVED =
  /^(?:about|apps|explore|features|issues|login|marketplace|new|notifications|orgs|organizations|pricing|pulls|search|settings|sponsors|topics|trending|users)$/i

const LONGEST = 2000

/**
 * Parses a URL from bolt.new or the code host: a page, a branch, or a `git clone` URL. Null for other texts, including bare names.
 * `codeHost` is the host of the installation's code host.
 */
export function parseProjectAddress(text: string, codeHost: string): ProjectAddress | null {
  const address = text.trim()
  if (address === '' || address.length > LONGEST || /\s/.test(address)) return null

  const inBuilder = BUILDER.exec(withoutQuery(address))?.[1]
  return inBuilder === undefined
    ? atCodeHost(address, codeHost)
    : ofBuilder(inBuilder.replace(/\/$/, ''), codeHost)
}

/** The builder's URL contains its own id, or the imported repository. */
function ofBuilder(path: string, codeHost: string): ProjectAddress | null {
  if (BUILDER_ID.test(path)) return { repository: null, branch: null, builderId: path }

  return atCodeHost(path, codeHost)
}

function atCodeHost(address: string, codeHost: string): ProjectAddress | null {
  const [, gitHost, gitPath] = GIT.exec(address) ?? []
  if (gitHost && gitPath) {
    return isCodeHost(codeHost, gitHost) ? ofRepository(parseRepository(gitPath), null) : null
  }

  const [, host, owner, name, rest] = HTTP.exec(withoutQuery(address)) ?? []
  if (!host || !owner || !name || !isCodeHost(codeHost, host) || RESERVED.test(owner)) return null
  const branch = /^tree\/(.+?)\/?$/.exec(rest ?? '')?.[1]
  return ofRepository(parseRepository(`${owner}/${name}`), branch ? decoded(branch) : null)
}

const ofRepository = (repository: RepositoryName | null, branch: string | null) =>
  repository && { repository, branch, builderId: null }

const withoutQuery = (address: string) => address.replace(/[?#].*$/, '')

/** GitHub's own URLs are also accepted if another host replaces it. */
const isCodeHost = (codeHost: string, host: string) =>
  [codeHost, 'github.com'].some((one) => one.toLowerCase() === host.toLowerCase())

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
