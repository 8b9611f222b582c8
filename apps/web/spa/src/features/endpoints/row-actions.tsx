import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { Endpoint } from '@sonde/contract';
import { Copy, Ellipsis, Send, Trash2, Undo2 } from 'lucide-react';
import { useMay, usePlatform } from '../../lib/platform-context.tsx';
import { IconButton } from '../../ui/button.tsx';
import { Menu, MenuItem } from '../../ui/menu.tsx';
import { useMessages } from '../../ui/toast.tsx';
import { keepId, useIsLeaving } from './delete-endpoints.tsx';

const actionsId = (id: string): string => `actions-${id}`;
const needsMember = 'Needs the role of a member';

export function RowActions({ endpoint, onDelete }: { endpoint: Endpoint; onDelete: () => void }) {
  const { api, deletions } = usePlatform();
  const isLeaving = useIsLeaving(endpoint.id);
  const may = useMay();
  const navigate = useNavigate();
  const messages = useMessages();
  const queryClient = useQueryClient();
  const duplicate = useMutation({
    mutationFn: () => api.call('duplicateEndpoint', { params: { id: endpoint.id } }),
    onSuccess: (copy) => {
      void queryClient.invalidateQueries({ queryKey: ['endpoints', 'list'] });
      messages.say(`Copied as ${copy.name}`, 'Its secrets came along.');
    },
    onError: (error) => messages.fail('It could not be duplicated', error),
  });
  if (isLeaving) {
    return (
      <IconButton
        id={keepId(endpoint.id)}
        label={`Keep ${endpoint.name} after all`}
        onClick={() => {
          deletions.undo(endpoint.id);
          // The menu comes back in the place of this button.
          requestAnimationFrame(() => document.getElementById(actionsId(endpoint.id))?.focus());
        }}
      >
        <Undo2 aria-hidden size={18} />
      </IconButton>
    );
  }
  return (
    <Menu
      trigger={
        <IconButton id={actionsId(endpoint.id)} label={`Actions for ${endpoint.name}`}>
          <Ellipsis aria-hidden size={18} />
        </IconButton>
      }
    >
      <MenuItem
        icon={<Send aria-hidden size={16} />}
        onSelect={() =>
          void navigate({
            to: '/endpoints/$endpointId',
            params: { endpointId: endpoint.id },
            search: { tab: 'test' },
          })
        }
      >
        {may('endpoint:invoke') ? 'Test it' : 'Open it'}
      </MenuItem>
      <MenuItem
        icon={<Copy aria-hidden size={16} />}
        refusal={may('endpoint:create') ? null : needsMember}
        onSelect={() => duplicate.mutate()}
      >
        Duplicate
      </MenuItem>
      <MenuItem
        icon={<Trash2 aria-hidden size={16} />}
        danger
        refusal={may('endpoint:delete') ? null : needsMember}
        onSelect={onDelete}
      >
        Delete
      </MenuItem>
    </Menu>
  );
}
