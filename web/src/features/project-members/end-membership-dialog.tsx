import { ConfirmDialog } from '@app/ui/confirm-dialog.tsx'
import { toasts } from '@app/ui/toaster.tsx'
import { useNavigate } from 'react-router'
import { paths } from '#config/paths.ts'
import { useTranslation } from '#i18n/language-provider.tsx'
import { endMembership } from './changes.ts'
import type { Team } from './team.ts'
import { useDeed } from './use-deed.ts'

type Props = {
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
  person: { id: string; name: string; isMyself: boolean }
  team: Team
}

/** Nobody can be put back into a team without being asked, so leaving it asks for a name. */
export function EndMembershipDialog({ isOpen, onOpenChange, person, team }: Props) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { attempt } = useDeed()
  const membership = { projectId: team.projectId, userId: person.id }
  const name = person.isMyself ? team.projectName : person.name

  const leave = () =>
    attempt('team.leaveFailed', async () => {
      await endMembership(membership)
      toasts.show({ title: t('team.left', { name }), tone: 'positive' })
      await navigate(paths.projects, { replace: true })
    })

  const remove = () =>
    attempt('team.removeFailed', async () => {
      await endMembership(membership)
      toasts.show({ title: t('team.removed', { name }), tone: 'positive' })
    })

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
      onConfirm={() => void (person.isMyself ? leave() : remove())}
    />
  )
}
