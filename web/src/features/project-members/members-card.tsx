import { Card } from '@app/ui/card.tsx'
import { LoadFailed } from '@app/ui/load-failed.tsx'
import { Skeleton } from '@app/ui/skeleton.tsx'
import { useQuery } from '@tanstack/react-query'
import { userMessage } from '#api/errors/user-message.ts'
import { membersQuery } from '#api/projects/members.ts'
import { useTranslation } from '#i18n/language-provider.tsx'
import { MemberRow } from './member-row.tsx'
import type { Team } from './team.ts'

export function MembersCard({ team }: { team: Team }) {
  const { t } = useTranslation()
  const members = useQuery(membersQuery(team.projectId))

  if (members.isError) {
    return (
      <Card>
        <LoadFailed
          title={t('team.failed')}
          text={userMessage(t, members.error, 'errors.tryAgain')}
          retryText={t('errorPage.tryAgain')}
          onRetry={members.refetch}
        />
      </Card>
    )
  }

  return (
    <Card title={t('team.title')} lead={t('team.lead')}>
      {members.data ? (
        <ul className="-my-3">
          {members.data.map((member) => (
            <MemberRow key={member.user_id} member={member} team={team} />
          ))}
        </ul>
      ) : (
        <Skeleton className="h-11 w-full" />
      )}
    </Card>
  )
}
