export type Json =
  | string
  | number
  | boolean
  | null
  | { [key: string]: Json | undefined }
  | Json[]

export type Database = {
  // Allows to automatically instantiate createClient with right options
  // instead of createClient<Database, { PostgrestVersion: 'XX' }>(URL, KEY)
  __InternalSupabase: {
    PostgrestVersion: "12"
  }
  public: {
    Tables: {
      active_days: {
        Row: {
          day: string
          last_at: string
          user_id: string
        }
        Insert: {
          day: string
          last_at: string
          user_id: string
        }
        Update: {
          day?: string
          last_at?: string
          user_id?: string
        }
        Relationships: []
      }
      analytics: {
        Row: {
          created_at: string
          id: string
          name: string
          properties: NonNullable<Json>
          user_id: string | null
        }
        Insert: {
          created_at?: string
          id?: string
          name: string
          properties?: NonNullable<Json>
          user_id?: string | null
        }
        Update: {
          created_at?: string
          id?: string
          name?: string
          properties?: NonNullable<Json>
          user_id?: string | null
        }
        Relationships: [
          {
            foreignKeyName: "analytics_user_id_fkey"
            columns: ["user_id"]
            referencedRelation: "users"
            referencedColumns: ["id"]
          },
        ]
      }
      audit_log: {
        Row: {
          action: string
          actor_id: string | null
          created_at: string
          details: NonNullable<Json>
          id: string
          ip: string | null
          subject_id: string | null
          subject_type: string | null
        }
        Insert: {
          action: string
          actor_id?: string | null
          created_at?: string
          details?: NonNullable<Json>
          id?: string
          ip?: string | null
          subject_id?: string | null
          subject_type?: string | null
        }
        Update: {
          action?: string
          actor_id?: string | null
          created_at?: string
          details?: NonNullable<Json>
          id?: string
          ip?: string | null
          subject_id?: string | null
          subject_type?: string | null
        }
        Relationships: [
          {
            foreignKeyName: "audit_log_actor_id_fkey"
            columns: ["actor_id"]
            referencedRelation: "users"
            referencedColumns: ["id"]
          },
        ]
      }
      bolt_projects: {
        Row: {
          bolt_project_id: string
          created_at: string
          deleted_at: string | null
          extension_digest: string | null
          former_repo_url: string | null
          github_branch: string | null
          github_repo_name: string | null
          github_repo_owner: string | null
          github_repo_url: string | null
          id: string
          is_private: boolean
          last_modified: string | null
          last_sync_at: string | null
          project_description: string | null
          project_name: string
          updated_at: string
          user_id: string
        }
        Insert: {
          bolt_project_id?: string
          created_at?: string
          deleted_at?: string | null
          extension_digest?: string | null
          former_repo_url?: string | null
          github_branch?: string | null
          github_repo_name?: string | null
          github_repo_owner?: string | null
          github_repo_url?: string | null
          id?: string
          is_private?: boolean
          last_modified?: string | null
          last_sync_at?: string | null
          project_description?: string | null
          project_name: string
          updated_at?: string
          user_id?: string
        }
        Update: {
          bolt_project_id?: string
          created_at?: string
          deleted_at?: string | null
          extension_digest?: string | null
          former_repo_url?: string | null
          github_branch?: string | null
          github_repo_name?: string | null
          github_repo_owner?: string | null
          github_repo_url?: string | null
          id?: string
          is_private?: boolean
          last_modified?: string | null
          last_sync_at?: string | null
          project_description?: string | null
          project_name?: string
          updated_at?: string
          user_id?: string
        }
        Relationships: [
          {
            foreignKeyName: "bolt_projects_user_id_fkey"
            columns: ["user_id"]
            referencedRelation: "users"
            referencedColumns: ["id"]
          },
        ]
      }
      cancellations: {
        Row: {
          comment: string | null
          created_at: string
          id: string
          reason: string | null
          subscription_id: string | null
          user_id: string | null
        }
        Insert: {
          comment?: string | null
          created_at?: string
          id?: string
          reason?: string | null
          subscription_id?: string | null
          user_id?: string | null
        }
        Update: {
          comment?: string | null
          created_at?: string
          id?: string
          reason?: string | null
          subscription_id?: string | null
          user_id?: string | null
        }
        Relationships: [
          {
            foreignKeyName: "cancellations_subscription_id_fkey"
            columns: ["subscription_id"]
            referencedRelation: "subscriptions"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "cancellations_user_id_fkey"
            columns: ["user_id"]
            referencedRelation: "users"
            referencedColumns: ["id"]
          },
        ]
      }
      checkouts: {
        Row: {
          cancel_url: string
          completed_at: string | null
          created_at: string
          expires_at: string | null
          id: string
          lemon_squeezy_subscription_id: string | null
          plan_id: string
          provider_created_at: string | null
          provider_id: string | null
          success_url: string
          url: string | null
          user_id: string | null
          variant_id: string
        }
        Insert: {
          cancel_url: string
          completed_at?: string | null
          created_at?: string
          expires_at?: string | null
          id?: string
          lemon_squeezy_subscription_id?: string | null
          plan_id: string
          provider_created_at?: string | null
          provider_id?: string | null
          success_url: string
          url?: string | null
          user_id?: string | null
          variant_id: string
        }
        Update: {
          cancel_url?: string
          completed_at?: string | null
          created_at?: string
          expires_at?: string | null
          id?: string
          lemon_squeezy_subscription_id?: string | null
          plan_id?: string
          provider_created_at?: string | null
          provider_id?: string | null
          success_url?: string
          url?: string | null
          user_id?: string | null
          variant_id?: string
        }
        Relationships: [
          {
            foreignKeyName: "checkouts_plan_id_fkey"
            columns: ["plan_id"]
            referencedRelation: "plans"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "checkouts_user_id_fkey"
            columns: ["user_id"]
            referencedRelation: "users"
            referencedColumns: ["id"]
          },
        ]
      }
      daily_figures: {
        Row: {
          day: string
          name: string
          part: string
          value: number
          written_at: string
        }
        Insert: {
          day: string
          name: string
          part?: string
          value: number
          written_at?: string
        }
        Update: {
          day?: string
          name?: string
          part?: string
          value?: number
          written_at?: string
        }
        Relationships: []
      }
      data_exports: {
        Row: {
          created_at: string
          expires_at: string | null
          file_name: string
          id: string
          ready_at: string | null
          size: number | null
          status: string
          user_id: string
        }
        Insert: {
          created_at?: string
          expires_at?: string | null
          file_name: string
          id?: string
          ready_at?: string | null
          size?: number | null
          status?: string
          user_id: string
        }
        Update: {
          created_at?: string
          expires_at?: string | null
          file_name?: string
          id?: string
          ready_at?: string | null
          size?: number | null
          status?: string
          user_id?: string
        }
        Relationships: [
          {
            foreignKeyName: "data_exports_user_id_fkey"
            columns: ["user_id"]
            referencedRelation: "users"
            referencedColumns: ["id"]
          },
        ]
      }
      feedback_categories: {
        Row: {
          code: string
          is_active: boolean
          name_en: string | null
          name_es: string | null
          sort_order: number
        }
        Insert: {
          code: string
          is_active?: boolean
          name_en?: string | null
          name_es?: string | null
          sort_order?: number
        }
        Update: {
          code?: string
          is_active?: boolean
          name_en?: string | null
          name_es?: string | null
          sort_order?: number
        }
        Relationships: []
      }
      feedback_reasons: {
        Row: {
          code: string
          feedback_type: string
          is_active: boolean
          name_en: string | null
          name_es: string | null
          reason_group: string
          sort_order: number
        }
        Insert: {
          code: string
          feedback_type?: string
          is_active?: boolean
          name_en?: string | null
          name_es?: string | null
          reason_group: string
          sort_order?: number
        }
        Update: {
          code?: string
          feedback_type?: string
          is_active?: boolean
          name_en?: string | null
          name_es?: string | null
          reason_group?: string
          sort_order?: number
        }
        Relationships: []
      }
      feedback_replies: {
        Row: {
          author_id: string | null
          body: string
          created_at: string
          feedback_id: string
          id: string
        }
        Insert: {
          author_id?: string | null
          body: string
          created_at?: string
          feedback_id: string
          id: string
        }
        Update: {
          author_id?: string | null
          body?: string
          created_at?: string
          feedback_id?: string
          id?: string
        }
        Relationships: [
          {
            foreignKeyName: "feedback_replies_author_id_fkey"
            columns: ["author_id"]
            referencedRelation: "users"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "feedback_replies_feedback_id_fkey"
            columns: ["feedback_id"]
            referencedRelation: "user_feedback"
            referencedColumns: ["id"]
          },
        ]
      }
      forgotten_subscriptions: {
        Row: {
          forgotten_at: string
          lemon_squeezy_subscription_id: string
        }
        Insert: {
          forgotten_at?: string
          lemon_squeezy_subscription_id: string
        }
        Update: {
          forgotten_at?: string
          lemon_squeezy_subscription_id?: string
        }
        Relationships: []
      }
      github_connection_states: {
        Row: {
          code_verifier_sealed: string
          created_at: string
          state_hash: string
          used_at: string | null
          user_id: string
        }
        Insert: {
          code_verifier_sealed: string
          created_at?: string
          state_hash: string
          used_at?: string | null
          user_id: string
        }
        Update: {
          code_verifier_sealed?: string
          created_at?: string
          state_hash?: string
          used_at?: string | null
          user_id?: string
        }
        Relationships: [
          {
            foreignKeyName: "github_connection_states_user_id_fkey"
            columns: ["user_id"]
            referencedRelation: "users"
            referencedColumns: ["id"]
          },
        ]
      }
      github_integrations: {
        Row: {
          access_token: string | null
          avatar_url: string | null
          created_at: string
          expires_at: string | null
          github_app: string | null
          github_user_id: number | null
          github_username: string | null
          id: number
          installation_id: number | null
          integration_type: string
          last_used_at: string | null
          refresh_token: string | null
          refresh_token_expires_at: string | null
          refreshing_until: string | null
          scopes: string[] | null
          updated_at: string
          user_id: string
        }
        Insert: {
          access_token?: string | null
          avatar_url?: string | null
          created_at?: string
          expires_at?: string | null
          github_app?: string | null
          github_user_id?: number | null
          github_username?: string | null
          id?: never
          installation_id?: number | null
          integration_type?: string
          last_used_at?: string | null
          refresh_token?: string | null
          refresh_token_expires_at?: string | null
          refreshing_until?: string | null
          scopes?: string[] | null
          updated_at?: string
          user_id: string
        }
        Update: {
          access_token?: string | null
          avatar_url?: string | null
          created_at?: string
          expires_at?: string | null
          github_app?: string | null
          github_user_id?: number | null
          github_username?: string | null
          id?: never
          installation_id?: number | null
          integration_type?: string
          last_used_at?: string | null
          refresh_token?: string | null
          refresh_token_expires_at?: string | null
          refreshing_until?: string | null
          scopes?: string[] | null
          updated_at?: string
          user_id?: string
        }
        Relationships: [
          {
            foreignKeyName: "github_integrations_user_id_fkey"
            columns: ["user_id"]
            referencedRelation: "users"
            referencedColumns: ["id"]
          },
        ]
      }
      plans: {
        Row: {
          created_at: string
          currency: string
          description: string | null
          features: string[]
          id: string
          interval: string | null
          is_active: boolean
          lemon_squeezy_id: string | null
          name: string
          price: number
          sort_order: number
          updated_at: string
        }
        Insert: {
          created_at?: string
          currency?: string
          description?: string | null
          features?: string[]
          id?: string
          interval?: string | null
          is_active?: boolean
          lemon_squeezy_id?: string | null
          name: string
          price: number
          sort_order?: number
          updated_at?: string
        }
        Update: {
          created_at?: string
          currency?: string
          description?: string | null
          features?: string[]
          id?: string
          interval?: string | null
          is_active?: boolean
          lemon_squeezy_id?: string | null
          name?: string
          price?: number
          sort_order?: number
          updated_at?: string
        }
        Relationships: []
      }
      project_invitations: {
        Row: {
          created_at: string
          email: string
          expires_at: string
          id: string
          invited_by: string | null
          project_id: string
          role: string
        }
        Insert: {
          created_at?: string
          email: string
          expires_at?: string
          id?: string
          invited_by?: string | null
          project_id: string
          role?: string
        }
        Update: {
          created_at?: string
          email?: string
          expires_at?: string
          id?: string
          invited_by?: string | null
          project_id?: string
          role?: string
        }
        Relationships: [
          {
            foreignKeyName: "project_invitations_invited_by_fkey"
            columns: ["invited_by"]
            referencedRelation: "users"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "project_invitations_project_id_fkey"
            columns: ["project_id"]
            referencedRelation: "projects"
            referencedColumns: ["id"]
          },
        ]
      }
      project_members: {
        Row: {
          created_at: string
          project_id: string
          role: string
          user_id: string
        }
        Insert: {
          created_at?: string
          project_id: string
          role?: string
          user_id: string
        }
        Update: {
          created_at?: string
          project_id?: string
          role?: string
          user_id?: string
        }
        Relationships: [
          {
            foreignKeyName: "project_members_project_id_fkey"
            columns: ["project_id"]
            referencedRelation: "projects"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "project_members_user_id_fkey"
            columns: ["user_id"]
            referencedRelation: "users"
            referencedColumns: ["id"]
          },
        ]
      }
      projects: {
        Row: {
          bolt_project_id: string | null
          created_at: string
          description: string | null
          end_date: string | null
          id: string
          name: string
          owner_id: string
          start_date: string | null
          status: string
          unlinked_at: string | null
          updated_at: string
        }
        Insert: {
          bolt_project_id?: string | null
          created_at?: string
          description?: string | null
          end_date?: string | null
          id?: string
          name: string
          owner_id?: string
          start_date?: string | null
          status?: string
          unlinked_at?: string | null
          updated_at?: string
        }
        Update: {
          bolt_project_id?: string | null
          created_at?: string
          description?: string | null
          end_date?: string | null
          id?: string
          name?: string
          owner_id?: string
          start_date?: string | null
          status?: string
          unlinked_at?: string | null
          updated_at?: string
        }
        Relationships: [
          {
            foreignKeyName: "projects_bolt_project_id_fkey"
            columns: ["bolt_project_id"]
            referencedRelation: "bolt_projects"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "projects_owner_id_fkey"
            columns: ["owner_id"]
            referencedRelation: "users"
            referencedColumns: ["id"]
          },
        ]
      }
      push_records: {
        Row: {
          author: string | null
          before_sha: string | null
          branch: string
          changed_files: NonNullable<Json>
          closed_tasks: NonNullable<Json>
          commit_count: number
          commit_message: string | null
          commit_sha: string | null
          created_at: string
          error: string | null
          files_added: number
          files_deleted: number
          files_modified: number
          id: string
          is_own: boolean
          is_pulled: boolean
          project_id: string | null
          repo_name: string
          repo_owner: string
          succeeded: boolean
          user_id: string
        }
        Insert: {
          author?: string | null
          before_sha?: string | null
          branch: string
          changed_files?: NonNullable<Json>
          closed_tasks?: NonNullable<Json>
          commit_count?: number
          commit_message?: string | null
          commit_sha?: string | null
          created_at?: string
          error?: string | null
          files_added?: number
          files_deleted?: number
          files_modified?: number
          id?: string
          is_own?: boolean
          is_pulled?: boolean
          project_id?: string | null
          repo_name: string
          repo_owner: string
          succeeded: boolean
          user_id: string
        }
        Update: {
          author?: string | null
          before_sha?: string | null
          branch?: string
          changed_files?: NonNullable<Json>
          closed_tasks?: NonNullable<Json>
          commit_count?: number
          commit_message?: string | null
          commit_sha?: string | null
          created_at?: string
          error?: string | null
          files_added?: number
          files_deleted?: number
          files_modified?: number
          id?: string
          is_own?: boolean
          is_pulled?: boolean
          project_id?: string | null
          repo_name?: string
          repo_owner?: string
          succeeded?: boolean
          user_id?: string
        }
        Relationships: [
          {
            foreignKeyName: "push_records_project_id_fkey"
            columns: ["project_id"]
            referencedRelation: "projects"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "push_records_user_id_fkey"
            columns: ["user_id"]
            referencedRelation: "users"
            referencedColumns: ["id"]
          },
        ]
      }
      reconciliations: {
        Row: {
          error: string | null
          failed: number
          finished_at: string | null
          healed: number
          id: string
          plan_differences: NonNullable<Json>
          scope: string
          seen: number
          started_at: string
          unclaimed: number
        }
        Insert: {
          error?: string | null
          failed?: number
          finished_at?: string | null
          healed?: number
          id?: string
          plan_differences?: NonNullable<Json>
          scope: string
          seen?: number
          started_at?: string
          unclaimed?: number
        }
        Update: {
          error?: string | null
          failed?: number
          finished_at?: string | null
          healed?: number
          id?: string
          plan_differences?: NonNullable<Json>
          scope?: string
          seen?: number
          started_at?: string
          unclaimed?: number
        }
        Relationships: []
      }
      resource_categories: {
        Row: {
          code: string
          created_at: string
          id: string
          is_active: boolean
          name_en: string
          name_es: string
          sort_order: number
          updated_at: string
        }
        Insert: {
          code: string
          created_at?: string
          id?: string
          is_active?: boolean
          name_en: string
          name_es: string
          sort_order?: number
          updated_at?: string
        }
        Update: {
          code?: string
          created_at?: string
          id?: string
          is_active?: boolean
          name_en?: string
          name_es?: string
          sort_order?: number
          updated_at?: string
        }
        Relationships: []
      }
      resources: {
        Row: {
          category_id: string
          created_at: string
          description_en: string
          description_es: string
          id: string
          is_active: boolean
          sort_order: number
          title_en: string
          title_es: string
          updated_at: string
          url: string
        }
        Insert: {
          category_id: string
          created_at?: string
          description_en?: string
          description_es?: string
          id?: string
          is_active?: boolean
          sort_order?: number
          title_en: string
          title_es: string
          updated_at?: string
          url: string
        }
        Update: {
          category_id?: string
          created_at?: string
          description_en?: string
          description_es?: string
          id?: string
          is_active?: boolean
          sort_order?: number
          title_en?: string
          title_es?: string
          updated_at?: string
          url?: string
        }
        Relationships: [
          {
            foreignKeyName: "resources_category_id_fkey"
            columns: ["category_id"]
            referencedRelation: "resource_categories"
            referencedColumns: ["id"]
          },
        ]
      }
      subscriptions: {
        Row: {
          access_ends_at: string | null
          card_brand: string | null
          card_last_four: string | null
          checked_at: string | null
          created_at: string
          current_period_end: string | null
          current_period_start: string | null
          ends_at: string | null
          id: string
          is_test: boolean
          lemon_squeezy_subscription_id: string
          pause_mode: string | null
          pause_resumes_at: string | null
          payment_processor: string | null
          plan_id: string
          provider_order_id: string | null
          provider_updated_at: string | null
          renews_at: string | null
          status: string
          trial_ends_at: string | null
          updated_at: string
          user_id: string
          has_access: boolean | null
        }
        Insert: {
          access_ends_at?: string | null
          card_brand?: string | null
          card_last_four?: string | null
          checked_at?: string | null
          created_at?: string
          current_period_end?: string | null
          current_period_start?: string | null
          ends_at?: string | null
          id?: string
          is_test?: boolean
          lemon_squeezy_subscription_id: string
          pause_mode?: string | null
          pause_resumes_at?: string | null
          payment_processor?: string | null
          plan_id: string
          provider_order_id?: string | null
          provider_updated_at?: string | null
          renews_at?: string | null
          status: string
          trial_ends_at?: string | null
          updated_at?: string
          user_id: string
        }
        Update: {
          access_ends_at?: string | null
          card_brand?: string | null
          card_last_four?: string | null
          checked_at?: string | null
          created_at?: string
          current_period_end?: string | null
          current_period_start?: string | null
          ends_at?: string | null
          id?: string
          is_test?: boolean
          lemon_squeezy_subscription_id?: string
          pause_mode?: string | null
          pause_resumes_at?: string | null
          payment_processor?: string | null
          plan_id?: string
          provider_order_id?: string | null
          provider_updated_at?: string | null
          renews_at?: string | null
          status?: string
          trial_ends_at?: string | null
          updated_at?: string
          user_id?: string
        }
        Relationships: [
          {
            foreignKeyName: "subscriptions_plan_id_fkey"
            columns: ["plan_id"]
            referencedRelation: "plans"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "subscriptions_user_id_fkey"
            columns: ["user_id"]
            referencedRelation: "users"
            referencedColumns: ["id"]
          },
        ]
      }
      sync_bases: {
        Row: {
          bolt_project_id: string
          branch: string
          commit_sha: string
          differs: NonNullable<Json>
          repo_name: string
          repo_owner: string
          updated_at: string
          user_id: string
        }
        Insert: {
          bolt_project_id: string
          branch: string
          commit_sha: string
          differs?: NonNullable<Json>
          repo_name: string
          repo_owner: string
          updated_at?: string
          user_id?: string
        }
        Update: {
          bolt_project_id?: string
          branch?: string
          commit_sha?: string
          differs?: NonNullable<Json>
          repo_name?: string
          repo_owner?: string
          updated_at?: string
          user_id?: string
        }
        Relationships: [
          {
            foreignKeyName: "sync_bases_user_id_fkey"
            columns: ["user_id"]
            referencedRelation: "users"
            referencedColumns: ["id"]
          },
        ]
      }
      sync_events: {
        Row: {
          commit_sha: string | null
          counts: NonNullable<Json>
          created_at: string
          direction: string
          id: string
          message: string | null
          project_id: string
          push_id: string | null
          result: string
          user_id: string
        }
        Insert: {
          commit_sha?: string | null
          counts?: NonNullable<Json>
          created_at?: string
          direction: string
          id?: string
          message?: string | null
          project_id: string
          push_id?: string | null
          result: string
          user_id: string
        }
        Update: {
          commit_sha?: string | null
          counts?: NonNullable<Json>
          created_at?: string
          direction?: string
          id?: string
          message?: string | null
          project_id?: string
          push_id?: string | null
          result?: string
          user_id?: string
        }
        Relationships: [
          {
            foreignKeyName: "sync_events_project_id_fkey"
            columns: ["project_id"]
            referencedRelation: "projects"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "sync_events_push_id_fkey"
            columns: ["push_id"]
            referencedRelation: "push_records"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "sync_events_user_id_fkey"
            columns: ["user_id"]
            referencedRelation: "users"
            referencedColumns: ["id"]
          },
        ]
      }
      tasks: {
        Row: {
          assignee_id: string | null
          completed_at: string | null
          created_at: string
          created_by: string | null
          description: string | null
          due_date: string | null
          id: string
          name: string
          number: number
          position: number
          priority: string
          project_id: string
          status: string
          updated_at: string
        }
        Insert: {
          assignee_id?: string | null
          completed_at?: string | null
          created_at?: string
          created_by?: string | null
          description?: string | null
          due_date?: string | null
          id?: string
          name: string
          number: number
          position: number
          priority?: string
          project_id: string
          status?: string
          updated_at?: string
        }
        Update: {
          assignee_id?: string | null
          completed_at?: string | null
          created_at?: string
          created_by?: string | null
          description?: string | null
          due_date?: string | null
          id?: string
          name?: string
          number?: number
          position?: number
          priority?: string
          project_id?: string
          status?: string
          updated_at?: string
        }
        Relationships: [
          {
            foreignKeyName: "tasks_created_by_fkey"
            columns: ["created_by"]
            referencedRelation: "users"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "tasks_project_id_assignee_id_fkey"
            columns: ["project_id", "assignee_id"]
            referencedRelation: "project_members"
            referencedColumns: ["project_id", "user_id"]
          },
          {
            foreignKeyName: "tasks_project_id_fkey"
            columns: ["project_id"]
            referencedRelation: "projects"
            referencedColumns: ["id"]
          },
        ]
      }
      temporary_clones: {
        Row: {
          accepted_commit: string | null
          attempts: number
          branch: string | null
          clone_full_name: string
          commit_sha: string | null
          created_at: string
          delete_at: string
          deleted_at: string | null
          error_code: string | null
          files_all: number | null
          files_done: number
          findings: Json | null
          github_repo_id: number | null
          github_user_id: number | null
          id: string
          installation_id: number | null
          last_error: string | null
          made_public_at: string | null
          needs_pro: boolean
          next_attempt_at: string
          reported_at: string | null
          source_full_name: string
          status: string
          user_id: string | null
          working_until: string | null
        }
        Insert: {
          accepted_commit?: string | null
          attempts?: number
          branch?: string | null
          clone_full_name: string
          commit_sha?: string | null
          created_at?: string
          delete_at?: string
          deleted_at?: string | null
          error_code?: string | null
          files_all?: number | null
          files_done?: number
          findings?: Json | null
          github_repo_id?: number | null
          github_user_id?: number | null
          id?: string
          installation_id?: number | null
          last_error?: string | null
          made_public_at?: string | null
          needs_pro?: boolean
          next_attempt_at?: string
          reported_at?: string | null
          source_full_name: string
          status?: string
          user_id?: string | null
          working_until?: string | null
        }
        Update: {
          accepted_commit?: string | null
          attempts?: number
          branch?: string | null
          clone_full_name?: string
          commit_sha?: string | null
          created_at?: string
          delete_at?: string
          deleted_at?: string | null
          error_code?: string | null
          files_all?: number | null
          files_done?: number
          findings?: Json | null
          github_repo_id?: number | null
          github_user_id?: number | null
          id?: string
          installation_id?: number | null
          last_error?: string | null
          made_public_at?: string | null
          needs_pro?: boolean
          next_attempt_at?: string
          reported_at?: string | null
          source_full_name?: string
          status?: string
          user_id?: string | null
          working_until?: string | null
        }
        Relationships: [
          {
            foreignKeyName: "temporary_clones_user_id_fkey"
            columns: ["user_id"]
            referencedRelation: "users"
            referencedColumns: ["id"]
          },
        ]
      }
      transactions: {
        Row: {
          amount: number
          billing_reason: string | null
          created_at: string
          currency: string
          id: string
          invoice_url: string | null
          provider_invoice_id: string
          provider_updated_at: string | null
          refunded_amount: number
          status: string
          subscription_id: string | null
          tax: number
          updated_at: string
          user_id: string | null
        }
        Insert: {
          amount: number
          billing_reason?: string | null
          created_at?: string
          currency: string
          id?: string
          invoice_url?: string | null
          provider_invoice_id: string
          provider_updated_at?: string | null
          refunded_amount?: number
          status: string
          subscription_id?: string | null
          tax?: number
          updated_at?: string
          user_id?: string | null
        }
        Update: {
          amount?: number
          billing_reason?: string | null
          created_at?: string
          currency?: string
          id?: string
          invoice_url?: string | null
          provider_invoice_id?: string
          provider_updated_at?: string | null
          refunded_amount?: number
          status?: string
          subscription_id?: string | null
          tax?: number
          updated_at?: string
          user_id?: string | null
        }
        Relationships: [
          {
            foreignKeyName: "transactions_subscription_id_fkey"
            columns: ["subscription_id"]
            referencedRelation: "subscriptions"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "transactions_user_id_fkey"
            columns: ["user_id"]
            referencedRelation: "users"
            referencedColumns: ["id"]
          },
        ]
      }
      user_feedback: {
        Row: {
          admin_notes: string | null
          answered_at: string | null
          auth_method: string | null
          browser_info: Json | null
          created_at: string
          days_installed: number | null
          deleted_at: string | null
          description: string | null
          extension_version: string | null
          feedback_category: string
          feedback_type: string
          github_issue_url: string | null
          had_errors: boolean | null
          id: string
          issue_claimed_until: string | null
          issue_tried_at: string | null
          page_url: string | null
          priority: string | null
          push_count: number | null
          reasons: string[] | null
          resolved_at: string | null
          status: string
          title: string | null
          updated_at: string
          user_agent: string | null
          user_id: string | null
        }
        Insert: {
          admin_notes?: string | null
          answered_at?: string | null
          auth_method?: string | null
          browser_info?: Json | null
          created_at?: string
          days_installed?: number | null
          deleted_at?: string | null
          description?: string | null
          extension_version?: string | null
          feedback_category: string
          feedback_type?: string
          github_issue_url?: string | null
          had_errors?: boolean | null
          id?: string
          issue_claimed_until?: string | null
          issue_tried_at?: string | null
          page_url?: string | null
          priority?: string | null
          push_count?: number | null
          reasons?: string[] | null
          resolved_at?: string | null
          status?: string
          title?: string | null
          updated_at?: string
          user_agent?: string | null
          user_id?: string | null
        }
        Update: {
          admin_notes?: string | null
          answered_at?: string | null
          auth_method?: string | null
          browser_info?: Json | null
          created_at?: string
          days_installed?: number | null
          deleted_at?: string | null
          description?: string | null
          extension_version?: string | null
          feedback_category?: string
          feedback_type?: string
          github_issue_url?: string | null
          had_errors?: boolean | null
          id?: string
          issue_claimed_until?: string | null
          issue_tried_at?: string | null
          page_url?: string | null
          priority?: string | null
          push_count?: number | null
          reasons?: string[] | null
          resolved_at?: string | null
          status?: string
          title?: string | null
          updated_at?: string
          user_agent?: string | null
          user_id?: string | null
        }
        Relationships: [
          {
            foreignKeyName: "user_feedback_feedback_category_fkey"
            columns: ["feedback_category"]
            referencedRelation: "feedback_categories"
            referencedColumns: ["code"]
          },
          {
            foreignKeyName: "user_feedback_user_id_fkey"
            columns: ["user_id"]
            referencedRelation: "users"
            referencedColumns: ["id"]
          },
        ]
      }
      users: {
        Row: {
          about: string | null
          avatar_url: string | null
          created_at: string
          deleted_at: string | null
          display_name: string | null
          early_access: boolean
          email: string | null
          id: string
          language: string
          notify_billing: boolean
          notify_sync_trouble: boolean
          notify_team: boolean
          role: string
          theme: string | null
          updated_at: string
        }
        Insert: {
          about?: string | null
          avatar_url?: string | null
          created_at?: string
          deleted_at?: string | null
          display_name?: string | null
          early_access?: boolean
          email?: string | null
          id: string
          language?: string
          notify_billing?: boolean
          notify_sync_trouble?: boolean
          notify_team?: boolean
          role?: string
          theme?: string | null
          updated_at?: string
        }
        Update: {
          about?: string | null
          avatar_url?: string | null
          created_at?: string
          deleted_at?: string | null
          display_name?: string | null
          early_access?: boolean
          email?: string | null
          id?: string
          language?: string
          notify_billing?: boolean
          notify_sync_trouble?: boolean
          notify_team?: boolean
          role?: string
          theme?: string | null
          updated_at?: string
        }
        Relationships: []
      }
    }
    Views: {
      feedback_analytics: {
        Row: {
          count: number | null
          date: string | null
          feedback_category: string | null
          feedback_type: string | null
          priority: string | null
          status: string | null
        }
        Insert: {
          count?: number | null
          date?: string | null
          feedback_category?: string | null
          feedback_type?: string | null
          priority?: string | null
          status?: string | null
        }
        Update: {
          count?: number | null
          date?: string | null
          feedback_category?: string | null
          feedback_type?: string | null
          priority?: string | null
          status?: string | null
        }
        Relationships: [
          {
            foreignKeyName: "user_feedback_feedback_category_fkey"
            columns: ["feedback_category"]
            referencedRelation: "feedback_categories"
            referencedColumns: ["code"]
          },
        ]
      }
    }
    Functions: {
      accept_project_invitation: {
        Args: { input_invitation_id: string }
        Returns: string
      }
      count_feedback: { Args: { input_filters?: Json }; Returns: number }
      create_project: {
        Args: {
          input_description: string
          input_end_date: string
          input_name: string
          input_repo_name: string
          input_repo_owner: string
          input_start_date: string
          input_status: string
        }
        Returns: string
      }
      get_admin_figures: { Args: { input_days: number }; Returns: Json }
      get_attention: {
        Args: { input_today?: string }
        Returns: {
          at: string
          commits: number
          kind: string
          message: string
          project_id: string
          project_name: string
          task_name: string
          task_number: number
        }[]
      }
      get_dashboard_stats: {
        Args: Record<PropertyKey, never>
        Returns: Record<string, unknown>
      }
      get_deleted_bolt_projects: {
        Args: Record<PropertyKey, never>
        Returns: {
          bolt_project_id: string
          created_at: string
          deleted_at: string | null
          extension_digest: string | null
          former_repo_url: string | null
          github_branch: string | null
          github_repo_name: string | null
          github_repo_owner: string | null
          github_repo_url: string | null
          id: string
          is_private: boolean
          last_modified: string | null
          last_sync_at: string | null
          project_description: string | null
          project_name: string
          updated_at: string
          user_id: string
        }[]
        SetofOptions: {
          from: "*"
          to: "bolt_projects"
          isOneToOne: false
          isSetofReturn: true
        }
      }
      get_duplicate_links: {
        Args: Record<PropertyKey, never>
        Returns: {
          branch: string
          last_sync_at: string
          link_id: string
          project_name: string
          repo_name: string
          repo_owner: string
        }[]
      }
      get_feedback_analytics: { Args: { input_days: number }; Returns: Json }
      get_linked_projects: {
        Args: Record<PropertyKey, never>
        Returns: {
          bolt_project_id: string
          created_at: string
          deleted_at: string | null
          extension_digest: string | null
          former_repo_url: string | null
          github_branch: string | null
          github_repo_name: string | null
          github_repo_owner: string | null
          github_repo_url: string | null
          id: string
          is_private: boolean
          last_modified: string | null
          last_sync_at: string | null
          project_description: string | null
          project_name: string
          updated_at: string
          user_id: string
        }[]
        SetofOptions: {
          from: "*"
          to: "bolt_projects"
          isOneToOne: false
          isSetofReturn: true
        }
      }
      get_my_invitations: {
        Args: Record<PropertyKey, never>
        Returns: {
          created_at: string
          expires_at: string
          id: string
          invited_by_name: string
          project_name: string
          role: string
        }[]
      }
      get_my_projects: {
        Args: Record<PropertyKey, never>
        Returns: {
          bolt_project_id: string
          created_at: string
          description: string
          former_repo_url: string
          github_branch: string
          github_repo_name: string
          github_repo_owner: string
          is_private: boolean
          last_sync_at: string
          link_id: string
          name: string
          owner_name: string
          project_id: string
          removed_at: string
          repository: string
          role: string
          status: string
        }[]
      }
      get_project_members: {
        Args: { input_project_id: string }
        Returns: {
          avatar_url: string
          created_at: string
          display_name: string
          role: string
          user_id: string
        }[]
      }
      get_project_repository: {
        Args: { input_project_id: string }
        Returns: {
          github_branch: string
          github_repo_name: string
          github_repo_owner: string
          is_private: boolean
          last_sync_at: string
        }[]
      }
      get_push_activity: {
        Args: { input_days?: number }
        Returns: {
          commits: number
          day: string
          imports: number
          pushes: number
        }[]
      }
      get_subscription_status: {
        Args: { input_user_id: string }
        Returns: {
          current_period_end: string
          plan_name: string
          subscription_status: string
        }[]
      }
      get_sync_states: {
        Args: { input_project_ids?: string[] }
        Returns: {
          ahead_by: number
          branch: string
          failed_at: string
          failed_message: string
          is_mine: boolean
          last_push_at: string
          last_push_branch: string
          last_push_message: string
          last_push_sha: string
          project_id: string
          project_name: string
          repo_name: string
          repo_owner: string
          state: string
        }[]
      }
      has_access: {
        Args: { "": Database["public"]["Tables"]["subscriptions"]["Row"] }
        Returns: {
          error: true
        } & "the function public.has_access with parameter or with a single unnamed json/jsonb parameter, but no matches were found in the schema cache"
      }
      is_admin: { Args: Record<PropertyKey, never>; Returns: boolean }
      reopen_closed_tasks: { Args: { input_push_id: string }; Returns: number }
      restore_bolt_project: {
        Args: { input_project_id: string }
        Returns: {
          bolt_project_id: string
          created_at: string
          deleted_at: string | null
          extension_digest: string | null
          former_repo_url: string | null
          github_branch: string | null
          github_repo_name: string | null
          github_repo_owner: string | null
          github_repo_url: string | null
          id: string
          is_private: boolean
          last_modified: string | null
          last_sync_at: string | null
          project_description: string | null
          project_name: string
          updated_at: string
          user_id: string
        }[]
        SetofOptions: {
          from: "*"
          to: "bolt_projects"
          isOneToOne: false
          isSetofReturn: true
        }
      }
      search_feedback: {
        Args: { input_words: string }
        Returns: {
          admin_notes: string | null
          answered_at: string | null
          auth_method: string | null
          browser_info: Json | null
          created_at: string
          days_installed: number | null
          deleted_at: string | null
          description: string | null
          extension_version: string | null
          feedback_category: string
          feedback_type: string
          github_issue_url: string | null
          had_errors: boolean | null
          id: string
          issue_claimed_until: string | null
          issue_tried_at: string | null
          page_url: string | null
          priority: string | null
          push_count: number | null
          reasons: string[] | null
          resolved_at: string | null
          status: string
          title: string | null
          updated_at: string
          user_agent: string | null
          user_id: string | null
        }[]
        SetofOptions: {
          from: "*"
          to: "user_feedback"
          isOneToOne: false
          isSetofReturn: true
        }
      }
      set_project_repository: {
        Args: {
          input_project_id: string
          input_repo_name: string
          input_repo_owner: string
        }
        Returns: undefined
      }
      set_user_role: {
        Args: { input_role: string; input_user_id: string }
        Returns: undefined
      }
    }
    Enums: {
      [_ in never]: never
    }
    CompositeTypes: {
      [_ in never]: never
    }
  }
}

type DatabaseWithoutInternals = Omit<Database, "__InternalSupabase">

type DefaultSchema = DatabaseWithoutInternals[Extract<keyof Database, "public">]

export type Tables<
  DefaultSchemaTableNameOrOptions extends
    | keyof (DefaultSchema["Tables"] & DefaultSchema["Views"])
    | { schema: keyof DatabaseWithoutInternals },
  TableName extends (DefaultSchemaTableNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals
  }
    ? keyof (DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Tables"] &
        DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Views"])
    : never) = never,
> = DefaultSchemaTableNameOrOptions extends {
  schema: keyof DatabaseWithoutInternals
}
  ? (DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Tables"] &
      DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Views"])[TableName] extends {
      Row: infer R
    }
    ? R
    : never
  : DefaultSchemaTableNameOrOptions extends keyof (DefaultSchema["Tables"] &
        DefaultSchema["Views"])
    ? (DefaultSchema["Tables"] &
        DefaultSchema["Views"])[DefaultSchemaTableNameOrOptions] extends {
        Row: infer R
      }
      ? R
      : never
    : never

export type TablesInsert<
  DefaultSchemaTableNameOrOptions extends
    | keyof DefaultSchema["Tables"]
    | { schema: keyof DatabaseWithoutInternals },
  TableName extends (DefaultSchemaTableNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals
  }
    ? keyof DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Tables"]
    : never) = never,
> = DefaultSchemaTableNameOrOptions extends {
  schema: keyof DatabaseWithoutInternals
}
  ? DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Tables"][TableName] extends {
      Insert: infer I
    }
    ? I
    : never
  : DefaultSchemaTableNameOrOptions extends keyof DefaultSchema["Tables"]
    ? DefaultSchema["Tables"][DefaultSchemaTableNameOrOptions] extends {
        Insert: infer I
      }
      ? I
      : never
    : never

export type TablesUpdate<
  DefaultSchemaTableNameOrOptions extends
    | keyof DefaultSchema["Tables"]
    | { schema: keyof DatabaseWithoutInternals },
  TableName extends (DefaultSchemaTableNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals
  }
    ? keyof DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Tables"]
    : never) = never,
> = DefaultSchemaTableNameOrOptions extends {
  schema: keyof DatabaseWithoutInternals
}
  ? DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Tables"][TableName] extends {
      Update: infer U
    }
    ? U
    : never
  : DefaultSchemaTableNameOrOptions extends keyof DefaultSchema["Tables"]
    ? DefaultSchema["Tables"][DefaultSchemaTableNameOrOptions] extends {
        Update: infer U
      }
      ? U
      : never
    : never

export type Enums<
  DefaultSchemaEnumNameOrOptions extends
    | keyof DefaultSchema["Enums"]
    | { schema: keyof DatabaseWithoutInternals },
  EnumName extends (DefaultSchemaEnumNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals
  }
    ? keyof DatabaseWithoutInternals[DefaultSchemaEnumNameOrOptions["schema"]]["Enums"]
    : never) = never,
> = DefaultSchemaEnumNameOrOptions extends {
  schema: keyof DatabaseWithoutInternals
}
  ? DatabaseWithoutInternals[DefaultSchemaEnumNameOrOptions["schema"]]["Enums"][EnumName]
  : DefaultSchemaEnumNameOrOptions extends keyof DefaultSchema["Enums"]
    ? DefaultSchema["Enums"][DefaultSchemaEnumNameOrOptions]
    : never

export type CompositeTypes<
  PublicCompositeTypeNameOrOptions extends
    | keyof DefaultSchema["CompositeTypes"]
    | { schema: keyof DatabaseWithoutInternals },
  CompositeTypeName extends (PublicCompositeTypeNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals
  }
    ? keyof DatabaseWithoutInternals[PublicCompositeTypeNameOrOptions["schema"]]["CompositeTypes"]
    : never) = never,
> = PublicCompositeTypeNameOrOptions extends {
  schema: keyof DatabaseWithoutInternals
}
  ? DatabaseWithoutInternals[PublicCompositeTypeNameOrOptions["schema"]]["CompositeTypes"][CompositeTypeName]
  : PublicCompositeTypeNameOrOptions extends keyof DefaultSchema["CompositeTypes"]
    ? DefaultSchema["CompositeTypes"][PublicCompositeTypeNameOrOptions]
    : never

export const Constants = {
  public: {
    Enums: {},
  },
} as const
