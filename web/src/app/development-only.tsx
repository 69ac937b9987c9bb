import { Outlet } from 'react-router'
import { usePublicConfig } from '#config/public-config.tsx'
import { NotFoundPage } from './not-found-page.tsx'

export function DevelopmentOnly() {
  return usePublicConfig().isDevelopment ? <Outlet /> : <NotFoundPage />
}
