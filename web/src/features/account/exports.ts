import type { RequestExportReply } from '@app/contract/account'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { callFunction } from '#api/call-function.ts'
import { dataApi } from '#api/data-api.ts'
import { downloadLink } from '#api/files.ts'

const LOOK_AGAIN_MS = 3000

export type DataExport = {
  status: string
  file_name: string
  size: number | null
  expires_at: string | null
}

/** The newest one, or null. While it is being written, it is asked for again and again. */
export const latestExportQuery = (userId: string) =>
  queryOptions({
    queryKey: ['account', 'export', userId],
    queryFn: async (): Promise<DataExport | null> => {
      const { data } = await dataApi()
        .from('data_exports')
        .select('status, file_name, size, expires_at')
        .eq('user_id', userId)
        .order('created_at', { ascending: false })
        .limit(1)
        .maybeSingle()
        .throwOnError()

      return data
    },
    refetchInterval: ({ state }) => (state.data?.status === 'waiting' ? LOOK_AGAIN_MS : false),
  })

export function useRequestExport(userId: string) {
  const client = useQueryClient()

  return useMutation({
    mutationFn: () => callFunction<RequestExportReply>('request-export'),
    onSuccess: () => client.invalidateQueries(latestExportQuery(userId)),
  })
}

/** The link is good for some minutes: made when it is wanted, and lying around nowhere. */
export const useDownload = () =>
  useMutation({
    mutationFn: async (fileName: string) => {
      location.assign(await downloadLink('exports', fileName, 'my-data.json'))
    },
  })
