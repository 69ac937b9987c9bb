import { type DuplicateLink, duplicateLinksReply } from '@app/contract/duplicate-links'
import { queryOptions } from '@tanstack/react-query'
import { readRows } from '#api/calls/read-rows.ts'
import { duplicateLinksKey } from './project-keys.ts'

/** Projects of the member that share a branch; the most recently synced link comes first. */
export type SharedBranch = { repository: string; branch: string; links: DuplicateLink[] }

export const duplicateLinksQuery = queryOptions({
  queryKey: duplicateLinksKey,
  queryFn: async (): Promise<SharedBranch[]> => {
    const links = duplicateLinksReply.parse(await readRows('/rest/v1/rpc/get_duplicate_links'))
    const branches = new Map<string, SharedBranch>()

    for (const link of links) {
      const repository = `${link.repo_owner}/${link.repo_name}`
      const key = `${repository.toLowerCase()} ${link.branch}`
      const found = branches.get(key) ?? { repository, branch: link.branch, links: [] }
      found.links.push(link)
      branches.set(key, found)
    }
    return [...branches.values()]
  },
})
