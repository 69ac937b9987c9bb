import { fullName, type RepositoryName } from '@app/contract/repository-name'
import { Button } from '@app/ui/button.tsx'
import type { Link } from '#api/projects/linked-projects.ts'
import { useLinkActions } from '#features/linked-projects/use-link-actions.ts'
import { useTranslation } from '#i18n/language-provider.tsx'

type Props = {
  link: Link
  repository: RepositoryName
  /** GitHub redirects from the linked name to this one. Otherwise the extension has replaced the link's owner. */
  isRenamed: boolean
}

/** For a link whose name differs from its repository's. */
export function RepositoryOffer({ link, repository, isRenamed }: Props) {
  const { t } = useTranslation()
  const { move, isBusy } = useLinkActions(link)
  const linked = [link.github_repo_owner, link.github_repo_name].join('/')

  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 rounded-md bg-sunken px-4 py-3">
      <p className="min-w-0 flex-1 basis-64 text-sm wrap-anywhere">
        {t(isRenamed ? 'projects.renamed' : 'projects.moved', {
          linked,
          repository: fullName(repository),
        })}
      </p>
      <Button variant="secondary" size="sm" onClick={() => void move(repository)} isBusy={isBusy}>
        {t('projects.repair', { repository: fullName(repository) })}
      </Button>
    </div>
  )
}
