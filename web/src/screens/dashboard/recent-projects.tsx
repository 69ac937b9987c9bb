import { Card } from '@app/ui/card.tsx'
import { LoadFailed } from '@app/ui/load-failed.tsx'
import { Skeleton } from '@app/ui/skeleton.tsx'
import { UnsizedPlaceholder } from '@app/ui/unsized-placeholder.tsx'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { userMessage } from '#api/errors/user-message.ts'
import { recentProjectsQuery } from '#api/projects/recent-projects.ts'
import { paths } from '#config/paths.ts'
import { useTranslation } from '#i18n/language-provider.tsx'
import { RecentRows } from './recent-rows.tsx'

const PLACES = [1, 2, 3, 4, 5]

/** Has its full height from the beginning, so that nothing below it moves. */
export function RecentProjects() {
  const { t } = useTranslation()

  return (
    <Card
      className="self-start"
      title={t('dashboard.recent.title')}
      action={
        <Link
          to={paths.projects}
          className="text-sm font-medium text-accent underline-offset-4 hover:underline"
        >
          {t('dashboard.recent.all')}
        </Link>
      }
    >
      <div className="flow-root min-h-84">
        <List />
      </div>
    </Card>
  )
}

function List() {
  const { t } = useTranslation()
  const recent = useQuery(recentProjectsQuery)

  if (recent.isPending) {
    return (
      <UnsizedPlaceholder>
        {PLACES.map((place) => (
          <Skeleton key={place} className="my-3 h-11 w-full" />
        ))}
      </UnsizedPlaceholder>
    )
  }
  if (recent.isError) {
    return (
      <LoadFailed
        title={t('dashboard.recent.failed')}
        text={userMessage(t, recent.error, 'errors.tryAgain')}
        retryText={t('errorPage.tryAgain')}
        onRetry={recent.refetch}
      />
    )
  }

  return <RecentRows projects={recent.data} />
}
