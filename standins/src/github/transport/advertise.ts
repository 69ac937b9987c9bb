import { FLUSH, packetLine } from '#formats/packet-lines.ts'
import type { Git } from '#github/git/git.ts'
import type { Repository } from '#github/repositories/repository.ts'

export const SERVICES = ['git-upload-pack', 'git-receive-pack'] as const
export type Service = (typeof SERVICES)[number]

const NOTHING = '0'.repeat(40)
const CAPABILITIES: Record<Service, string> = {
  'git-upload-pack': 'side-band-64k ofs-delta',
  'git-receive-pack': 'report-status delete-refs side-band-64k ofs-delta',
}

/** Refs and capabilities: git's first request. */
export function advertise(service: Service, { defaultBranch }: Repository, git: Git): Buffer {
  const head = git.refs.get(`refs/heads/${defaultBranch}`)
  const isReading = service === 'git-upload-pack'
  const capabilities = `${CAPABILITIES[service]}${isReading ? ` symref=HEAD:refs/heads/${defaultBranch}` : ''}`
  const refs = [...(isReading && head ? [{ name: 'HEAD', sha: head }] : []), ...git.refs.all()]
  const [first = { name: 'capabilities^{}', sha: NOTHING }, ...others] = refs

  return Buffer.concat([
    packetLine(`# service=${service}\n`),
    FLUSH,
    packetLine(`${first.sha} ${first.name}\0${capabilities} agent=gitferry-standin\n`),
    ...others.map(({ name, sha }) => packetLine(`${sha} ${name}\n`)),
    FLUSH,
  ])
}
