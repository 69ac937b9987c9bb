import { Button } from '@app/ui/button.tsx'
import { Notice } from '@app/ui/notice.tsx'
import { useQuery } from '@tanstack/react-query'
import { duplicateLinksQuery, type SharedBranch } from '#api/projects/duplicate-links.ts'
import { useLinkActions } from '#features/linked-projects/use-link-actions.ts'
import { useTranslation } from '#i18n/language-provider.tsx'

/** Warns about projects that would overwrite each other's files, and can unlink them. */
export function DuplicateLinks() {
  const branches = useQuery(duplicateLinksQuery).data ?? []

  return branches.map((shared) => (
    <Warning key={`${shared.repository} ${shared.branch}`} shared={shared} />
  ))
}

function Warning({ shared: { repository, branch, links } }: { shared: SharedBranch }) {
  const { t } = useTranslation()

  return (
    <Notice tone="notice">
      <p>{t('projects.duplicate', { count: links.length, repository, branch })}</p>
      <ul className="mt-2 flex flex-wrap gap-2">
        {links.map(({ link_id, project_name }) => (
          <li key={link_id}>
            <Unlink id={link_id} name={project_name} />
          </li>
        ))}
      </ul>
    </Notice>
  )
}

function Unlink({ id, name }: { id: string; name: string }) {
  const { t } = useTranslation()
  const { unlink, isBusy } = useLinkActions({ id, project_name: name })

  return (
    <Button variant="secondary" size="sm" isBusy={isBusy} onClick={() => void unlink()}>
      {t('projects.unlinkOne', { name })}
    </Button>
  )
}
