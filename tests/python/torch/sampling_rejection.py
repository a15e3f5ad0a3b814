import torch
torch.manual_seed(0)
print(torch.poisson(torch.rand(2,3)*5), torch.poisson(torch.tensor([20.,100.,0.,9.9])), torch._standard_gamma(torch.tensor([.5,1.,2.5,10.])), torch._standard_gamma(torch.rand(3,dtype=torch.double)), torch.rand(2), torch.randn(3), torch._standard_gamma(torch.ones(2)), torch.randn(2))
g=torch.Generator().manual_seed(3); print(torch.poisson(torch.full((5,),3.),generator=g))
for f in (lambda: torch.poisson(torch.tensor([1])), lambda: torch.poisson(torch.tensor([-1.])), lambda: torch.poisson(torch.ones(2,requires_grad=True))):
    try: print(f())
    except Exception as e: print(type(e).__name__, e)
x=torch.linspace(-1.1,1.1,23,requires_grad=True); y=torch.erfinv(x); print(y); y[2:-2].sum().backward(); print(x.grad)
print(torch.erfinv(torch.tensor([0.,.5,-.999999,1-1e-12],dtype=torch.double)), torch.erfinv(torch.tensor([0,1])))
