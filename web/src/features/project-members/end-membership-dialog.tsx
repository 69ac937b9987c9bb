import { ConfirmDialog } from '@app/ui/confirm-dialog.tsx'
import { toasts } from '@app/ui/toaster.tsx'
import { useNavigate } from 'react-router'
import { useEndMembership } from '#api/projects/members.ts'
import { paths } from '#config/paths.ts'
import { useTranslation } from '#i18n/language-provider.tsx'
import type { Team } from './team.ts'
import { useTeamAction } from './use-team-action.ts'

type Props = {
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
  person: { id: string; name: string; isMyself: boolean }
  team: Team
}

/** Only a new invitation can restore a membership, so ending one requires typing a name. */
export function EndMembershipDialog({ isOpen, onOpenChange, person, team }: Props) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { run } = useTeamAction()
  const name = person.isMyself ? team.projectName : person.name
  const { mutateAsync: endMembership } = useEndMembership(async () => {
    toasts.show({
      title: person.isMyself ? t('team.left', { name }) : t('team.removed', { name }),
      tone: 'positive',
    })
    if (person.isMyself) await navigate(paths.projects, { replace: true })
  })

  const end = () =>
    run(person.isMyself ? 'team.leaveFailed' : 'team.removeFailed', () =>
      endMembership({ projectId: team.projectId, userId: person.id }),
    )

  return (
    <ConfirmDialog
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      title={person.isMyself ? t('team.leaveAsk', { name }) : t('team.removeAsk', { name })}
      text={person.isMyself ? t('team.leaveText') : t('team.removeText')}
      phrase={{
        label: person.isMyself ? t('team.leaveType', { name }) : t('team.removeType', { name }),
        expected: name,
      }}
      cancelText={t('common.cancel')}
      confirmText={person.isMyself ? t('team.leave') : t('team.removeShort')}
      onConfirm={() => void end()}
    />
  )
}
