import { NotificationsCard } from '#features/profile/notifications-card.tsx'
import { WithProfile } from '#features/profile/with-profile.tsx'

export function NotificationsSection() {
  return <WithProfile>{(profile) => <NotificationsCard profile={profile} />}</WithProfile>
}
