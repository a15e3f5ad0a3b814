import torch, torch.nn.functional as F
torch.manual_seed(1)
torch.set_printoptions(precision=2)
for dims in (2,3):
  for mode in ('bilinear','nearest','bicubic'):
    for pm in ('zeros','border','reflection'):
      for ac in (True,False):
        if dims==3 and mode=='bicubic': continue
        x=torch.randn(2,2,*([3,4,5][:dims]),requires_grad=True); g=(torch.randn(2,*([2,3,2][:dims]),dims)).requires_grad_()
        y=F.grid_sample(x,g,mode,pm,ac); y.backward(torch.linspace(-1,1,y.numel()).view(y.shape))
        print(dims,mode,pm,ac,y.flatten()[:6].detach(), x.grad.flatten()[:6], g.grad.flatten()[:4] + 1 if mode!='nearest' else '')
print(F.affine_grid(torch.tensor([[[1.,.5,0],[0,1,.2]]]),(1,1,2,3),align_corners=False), F.affine_grid(torch.tensor([[[1.,.5,0],[0,1,.2]]]),(1,1,2,3),align_corners=True))
