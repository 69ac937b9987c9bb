import { useForm } from '@app/ui/use-form.ts'
import { useQueryClient } from '@tanstack/react-query'
import { userMessage } from '#api/errors/user-message.ts'
import type { Repository } from '#api/github/github-calls.ts'
import { repositoryLookupQuery } from '#api/github/repository-lookup.ts'
import { type Link, useSaveLink } from '#api/projects/linked-projects.ts'
import type { OpenProject } from '#api/projects/open-projects.ts'
import { usePublicConfig } from '#config/public-config.tsx'
import { fieldTexts } from '#i18n/field-texts.ts'
import { useTranslation } from '#i18n/language-provider.tsx'
import { draftOf, draftOfAddress, type LinkDraft, linkErrors, rowOf } from './link-draft.ts'

type Options = {
  /** Null for a new link. */
  link: Link | null
  /** The pasted URL; empty if there is none. */
  address: string
  repositories: readonly Repository[]
  /** A new link with the name of one of these belongs to it. */
  projects: readonly OpenProject[]
  onSaved: () => void
}

export function useLinkForm({ link, address, repositories, projects, onSaved }: Options) {
  const { t } = useTranslation()
  const { github } = usePublicConfig()
  const { mutateAsync: saveLink } = useSaveLink()
  const isPrivate = useVisibility(link, repositories)

  const projectOf = (draft: LinkDraft) => projects.find(({ name }) => name === draft.name.trim())

  return useForm({
    initial: address ? draftOfAddress(address, new URL(github.webUrl).host) : draftOf(link),
    check: (draft) => fieldTexts(t, linkErrors(draft, projectOf(draft) !== undefined)),
    save: async (draft) => {
      const columns = rowOf(draft, await isPrivate(draft.repository.trim()), github.webUrl)
      const project = projectOf(draft)
      await saveLink({ columns, linkId: link?.id ?? project?.link_id ?? null, project })
      onSaved()
    },
    explain: (error) => ({
      title: t(link ? 'projects.failed.update' : 'projects.failed.create'),
      text: isTaken(error)
        ? t('projects.form.builderAddressTaken')
        : userMessage(t, error, 'errors.tryAgain'),
    }),
  })
}

/** GitHub knows whether a repository is private. If GitHub cannot be asked, an unknown repository counts as private. */
function useVisibility(link: Link | null, repositories: readonly Repository[]) {
  const client = useQueryClient()

  return async (name: string): Promise<boolean> => {
    const listed = repositories.find(({ full_name }) => full_name === name)
    if (listed) return listed.private
    if (link && name === draftOf(link).repository) return link.is_private
    if (name === '' || repositories.length === 0) return true

    const query = { ...repositoryLookupQuery([name]), retry: false as const }
    const found = await client.fetchQuery(query).catch(() => null)
    const repository = found?.get(name)
    return repository && typeof repository !== 'string' ? repository.private : true
  }
}

/** Only the builder's id must be unique. */
const isTaken = (error: unknown) => (error as { code?: string }).code === '23505'
