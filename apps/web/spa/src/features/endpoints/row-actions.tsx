import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { Endpoint } from '@sonde/contract';
import { Copy, Ellipsis, Send, Trash2 } from 'lucide-react';
import { useApi, useMay } from '../../lib/platform-context.tsx';
import { IconButton } from '../../ui/button.tsx';
import { Menu, MenuItem } from '../../ui/menu.tsx';
import { useMessages } from '../../ui/toast.tsx';

export function RowActions({ endpoint, onDelete }: { endpoint: Endpoint; onDelete: () => void }) {
  const api = useApi();
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
  return (
    <Menu
      trigger={
        <IconButton label={`Actions for ${endpoint.name}`}>
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
        Try it
      </MenuItem>
      <MenuItem
        icon={<Copy aria-hidden size={16} />}
        disabled={!may('endpoint:create')}
        onSelect={() => duplicate.mutate()}
      >
        Duplicate
      </MenuItem>
      <MenuItem
        icon={<Trash2 aria-hidden size={16} />}
        danger
        disabled={!may('endpoint:delete')}
        onSelect={onDelete}
      >
        Delete
      </MenuItem>
    </Menu>
  );
}
