import { Button } from '@app/ui/button.tsx'
import { useRepairLink } from '#features/linked-projects/changes.ts'
import type { LinkedProject } from '#features/linked-projects/linked-project.ts'
import { useTranslation } from '#i18n/language-provider.tsx'

type Props = { project: LinkedProject /** `owner/name` */; repository: string }

/** For a link whose owner the extension has replaced: its repository does not exist, the former one does. */
export function RepositoryOffer({ project, repository }: Props) {
  const { t } = useTranslation()
  const repairing = useRepairLink()
  const linked = [project.github_repo_owner, project.github_repo_name].join('/')

  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 rounded-md bg-sunken px-4 py-3">
      <p className="min-w-0 flex-1 basis-64 text-sm wrap-anywhere">
        {t('projects.moved', { linked, repository })}
      </p>
      <Button
        variant="secondary"
        size="sm"
        onClick={() => repairing.mutate({ project, repository })}
        isBusy={repairing.isPending}
      >
        {t('projects.repair', { repository })}
      </Button>
    </div>
  )
}
