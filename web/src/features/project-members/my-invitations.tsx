import { Button } from '@app/ui/button.tsx'
import { Card } from '@app/ui/card.tsx'
import { toasts } from '@app/ui/toaster.tsx'
import { UnsizedPlaceholder } from '@app/ui/unsized-placeholder.tsx'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import {
  type MyInvitation,
  myInvitationsQuery,
  useAcceptInvitation,
  useEndInvitation,
} from '#api/projects/my-invitations.ts'
import { projectPath } from '#config/paths.ts'
import { useTranslation } from '#i18n/language-provider.tsx'
import { ROLE_WORDS } from './role-words.ts'
import { useTeamAction } from './use-team-action.ts'

/** Invitations to the reader; renders nothing if there are none. Needs texts of the namespace `project`. */
export function MyInvitations() {
  const invitations = useQuery(myInvitationsQuery)
  if (invitations.isLoading) return <UnsizedPlaceholder />

  return invitations.data?.map((one) => <InvitationCard key={one.id} invitation={one} />)
}

export function InvitationCard({ invitation }: { invitation: MyInvitation }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { run, isBusy } = useTeamAction()
  const { mutateAsync: acceptInvitation } = useAcceptInvitation()
  const { mutateAsync: endInvitation } = useEndInvitation()
  const { id, project_name: project, invited_by_name: inviter } = invitation
  const role = t(ROLE_WORDS[invitation.role]).toLowerCase()

  const accept = () =>
    run('team.invitation.failed', async () => {
      await navigate(projectPath(await acceptInvitation(id)))
    })

  const decline = () =>
    run('team.invitation.failed', async () => {
      await endInvitation(id)
      toasts.show({ title: t('team.invitation.declined') })
    })

  return (
    <Card
      title={t('team.invitation.title', { project })}
      lead={
        inviter
          ? t('team.invitation.lead', { inviter, role })
          : t('team.invitation.leadUnknown', { role })
      }
    >
      <div className="flex flex-wrap gap-3">
        <Button size="sm" isBusy={isBusy} onClick={() => void accept()}>
          {t('team.invitation.accept')}
        </Button>
        <Button variant="secondary" size="sm" disabled={isBusy} onClick={() => void decline()}>
          {t('team.invitation.decline')}
        </Button>
      </div>
    </Card>
  )
}
