import { requestExportReply } from '@app/contract/account-replies'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { callFunction } from '#api/calls/call-function.ts'
import { dataApi } from '#api/calls/data-api.ts'
import { downloadLink } from '#api/calls/files.ts'
import { MEMBER_TOPIC, pollEvery, staleBy } from '#api/live/topics.ts'

const POLL_MS = 3000

export type DataExport = {
  status: string
  file_name: string
  size: number | null
  expires_at: string | null
}

/** The newest export, or null. Polled until it is ready. */
export const latestExportQuery = (userId: string) =>
  queryOptions({
    queryKey: ['exports', userId],
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
    refetchInterval: ({ state }) =>
      state.data?.status === 'waiting' ? pollEvery(POLL_MS, MEMBER_TOPIC) : false,
    meta: staleBy(MEMBER_TOPIC, 'export'),
  })

export function useRequestExport(userId: string) {
  const client = useQueryClient()

  return useMutation({
    mutationFn: () => callFunction('request-export', requestExportReply),
    onSuccess: () => client.invalidateQueries({ queryKey: latestExportQuery(userId).queryKey }),
  })
}

/** The link is valid for some minutes, so it is created when it is used. */
export const useDownloadExport = () =>
  useMutation({
    mutationFn: async (fileName: string) => {
      location.assign(await downloadLink('exports', fileName, 'my-data.json'))
    },
  })
